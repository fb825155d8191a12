import type { Revert } from '@parley/chain'
import { revertMessage } from '../text/contractErrors.ts'
import type { Portal } from './Portal.ts'
import type { Session } from './Session.ts'

/** Why the contract refused, in the portal's words. */
export function explainIn({ formatter }: Session, { messages }: Portal): (revert: Revert | null) => string {
  return (revert) => (revert && revertMessage(revert, formatter)) ?? messages.reasonReverted
}
