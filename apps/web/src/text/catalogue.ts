import { approvalMessages, dealMessages, failureMessages } from './deal.ts'
import { walletMessages } from './wallet.ts'
import type { MessageTemplate, Text } from './message.ts'
import { offerMessages } from './offers.ts'
import { stepMessages, swapMessages } from './swap.ts'

/** The texts and messages that a portal may override, in the general portal's words. */
export const generalMessages = {
  ...walletMessages,
  ...swapMessages,
  ...dealMessages,
  ...approvalMessages,
  ...offerMessages,
  ...failureMessages,
  ...stepMessages,
}

type Widened<T> = T extends string
  ? string
  : T extends MessageTemplate<infer W>
    ? MessageTemplate<W extends string ? string : W>
    : T extends Text
      ? T
      : never

/** A portal's catalogue: the same keys with the same parameters, in words of its own. */
export type Messages = { readonly [K in keyof typeof generalMessages]: Widened<(typeof generalMessages)[K]> }
