import type { Entry, Words } from './entry.ts'
import { adminMessages } from './general/admin.ts'
import { approvalMessages } from './general/approvals.ts'
import { dealMessages } from './general/deal.ts'
import { failureMessages } from './general/failures.ts'
import { offerMessages } from './general/offers.ts'
import { screenMessages } from './general/screens.ts'
import { stepMessages, transactionMessages } from './general/steps.ts'
import { swapMessages } from './general/swap.ts'
import { walletMessages } from './general/wallet.ts'

/** Every text of the product that says what happened or what to do, in the words of the general portal. */
export const generalMessages = {
  ...walletMessages,
  ...swapMessages,
  ...dealMessages,
  ...approvalMessages,
  ...offerMessages,
  ...failureMessages,
  ...stepMessages,
  ...screenMessages,
  ...adminMessages,
  ...transactionMessages,
}

type General = typeof generalMessages
type Widened<W extends Words> = W extends string ? string : W

export type MessageKey = keyof General

/** A portal's catalogue: the same entries with the same parameters, in words of its own. */
export type Messages = { readonly [K in MessageKey]: Entry<Widened<General[K]['text']>> }
