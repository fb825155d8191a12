import type { Messages } from '../../messages/generalMessages.ts'
import { say } from '../../messages/say.ts'
import type { RecipientProblem } from '../../session/readRecipient.ts'

const hints = {
  characters: 'addressCharacters',
  checksum: 'addressChecksum',
  zero: 'addressZero',
  own: 'addressOwn',
  escrow: 'addressEscrow',
  collection: 'addressCollection',
} as const

/** The second line under 'INVALID ETH ADDRESS' (decision S3). */
export function recipientHint(problem: Exclude<RecipientProblem, 'empty'>, text: string, messages: Messages): string {
  if (problem === 'length') return say(messages, 'addressLength', { length: text.trim().length }).text
  return say(messages, hints[problem]).text
}
