import type { Revert } from '@parley/chain'
import { wordsOfRevert } from '../messages/contractErrors.ts'
import { say } from '../messages/say.ts'
import type { Portal } from './Portal.ts'
import type { Session } from './Session.ts'

/** Why the contract refused, in the portal's words. */
export function explainIn({ speaker }: Session, { messages }: Portal): (revert: Revert | null) => string {
  return (revert) => (revert && wordsOfRevert(revert, speaker)) ?? say(messages, 'reasonReverted').text
}
