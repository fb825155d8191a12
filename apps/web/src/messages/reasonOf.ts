import type { ChainFailure } from '@parley/chain'
import { wordsOfRevert } from './contractErrors.ts'
import type { Messages } from './generalMessages.ts'
import { say } from './say.ts'
import type { Speaker } from './Speaker.ts'

const entryOf = {
  rejected: 'rejected',
  timedOut: 'timedOut',
  gas: 'reasonGas',
  funds: 'reasonGas',
  nonce: 'reasonNonce',
  nonceTooLow: 'reasonNonce',
  alreadyKnown: 'reasonPending',
  underpriced: 'reasonPending',
  rateLimited: 'reasonRateLimited',
  unreachable: 'reasonUnreachable',
  requestPending: 'requestPending',
  locked: 'walletLocked',
  chainMissing: 'reasonWrongChain',
  wrongChain: 'reasonWrongChain',
} as const

/** A failure of wallet or chain as one sentence. */
export function reasonOf(failure: ChainFailure, messages: Messages, speaker: Speaker): string {
  if (failure.kind === 'reverted') return wordsOfRevert(failure.revert, speaker) ?? say(messages, 'reasonReverted').text
  if (failure.kind === 'unknown') return failure.message || say(messages, 'unknownError').text
  return say(messages, entryOf[failure.kind]).text
}
