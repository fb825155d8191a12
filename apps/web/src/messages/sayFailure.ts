import type { ChainFailure } from '@parley/chain'
import type { FailurePhase, ActionFailure } from '../actions/action.ts'
import { wordsOfRevert } from './contractErrors.ts'
import { reasonOf } from './reasonOf.ts'
import type { Said } from './entry.ts'
import { say, withExtras } from './say.ts'
import { sayCheck } from './sayCheck.ts'
import type { Doing, Wording } from './Wording.ts'

/** What to say of a failed flow, in the order of importance. */
export function sayFailure(doing: Doing, failure: ActionFailure, wording: Wording): readonly Said[] {
  const check = sayCheck(doing, failure, wording)
  if (check) return [withTone(check)]
  const said = sayTransaction(doing, failure, wording)
  // Who says no in the wallet knows it: that is no failure.
  return isRejection(failure) ? said : said.map(withTone)
}

function isRejection(failure: ActionFailure): boolean {
  return failure.kind === 'chain' && failure.failure.kind === 'rejected'
}

function withTone(said: Said): Said {
  return said.tone === 'plain' ? withExtras(said, { tone: 'failure' }) : said
}

function sayTransaction(doing: Doing, failure: ActionFailure, wording: Wording): readonly Said[] {
  const { messages } = wording
  const reason = transactionReason(failure, wording)
  if (doing === 'create') return [say(messages, 'createFailed', { reason: createReason(failure, wording) })]
  if (failure.kind === 'chain') {
    if (failure.failure.kind === 'rejected') return [say(messages, 'rejected')]
    if (failure.phase === 'receipt' && failure.failure.kind === 'timedOut') return [say(messages, waitFailedKey(doing))]
    if (failure.failure.kind === 'timedOut') return [say(messages, 'timedOut')]
  }
  return sayByDoing(doing, failure, reason, wording)
}

function waitFailedKey(doing: Doing): 'approvalWaitFailed' | 'waitFailed' {
  return doing === 'approve' || doing === 'revoke' ? 'approvalWaitFailed' : 'waitFailed'
}

function sayByDoing(
  doing: Doing,
  failure: ActionFailure,
  reason: string,
  { messages, recoveryHref }: Wording,
): readonly Said[] {
  switch (doing) {
    case 'accept':
      return [
        withReason(say(messages, 'acceptFailed', { reason }), reason),
        say(messages, 'acceptFailedToast', { reason }),
      ]
    case 'cancel': {
      const toast = say(messages, 'cancelFailedToast', { reason })
      if (!reachedChain(failure)) return [withReason(say(messages, 'cancelFailed', { reason }), reason), toast]
      if (isClosed(failure)) return [withReason(say(messages, 'cancelFailedOnChain', { reason }), reason), toast]
      const detail = say(messages, 'cancelRemains').text
      const link =
        recoveryHref === undefined
          ? {}
          : { link: { href: recoveryHref, label: say(messages, 'cancelRemainsLink').text } }
      return [withExtras(say(messages, 'cancelFailedOnChain', { reason }), { detail, ...link }), toast]
    }
    case 'return':
    case 'recover':
    case 'sendHome':
      return [say(messages, 'returnFailed', { reason })]
    case 'claim':
      return [say(messages, 'claimFailed', { reason })]
    case 'own':
      return [say(messages, 'adminFailed', { reason })]
    default:
      return [say(messages, 'approvalFailed', { reason: reason.slice(0, 100) })]
  }
}

/** A screen whose words leave the reason out still says it, in the second line. */
function withReason(said: Said, reason: string): Said {
  return said.text.includes(reason) ? said : withExtras(said, { detail: reason })
}

/** The contract says that the offer is closed already: then it does not remain active either. */
function isClosed(failure: ActionFailure): boolean {
  if (failure.kind !== 'chain' || failure.failure.kind !== 'reverted') return false
  return failure.failure.revert.name === 'OfferClosed'
}

/** Whether the contract itself has been asked to cancel, in a simulation at least. */
function reachedChain(failure: ActionFailure): boolean {
  return failure.kind === 'reverted-on-chain' || (failure.kind === 'chain' && failure.phase !== 'read')
}

function transactionReason(failure: ActionFailure, { messages, speaker }: Wording): string {
  switch (failure.kind) {
    case 'chain':
      return reasonOf(failure.failure, messages, speaker)
    case 'reverted-on-chain':
      return say(messages, 'reasonRevertedOnChain', {
        reason: (failure.revert && wordsOfRevert(failure.revert, speaker)) ?? say(messages, 'reasonReverted').text,
      }).text
    case 'replaced':
      return say(messages, 'reasonReplaced').text
    case 'transaction-cancelled':
      return say(messages, 'reasonTransactionCancelled').text
    case 'not-sent':
      return say(messages, 'reasonNotSent').text
    case 'cannot-pay':
      return say(messages, 'reasonFunds', {
        needed: speaker.coin(failure.neededWei),
        held: speaker.coin(failure.heldWei),
      }).text
    default:
      return say(messages, 'unknownError').text
  }
}

/** The six create errors of the specification, and the one for everything else. */
function createReason(failure: ActionFailure, wording: Wording): string {
  const { messages } = wording
  const reason = transactionReason(failure, wording)
  if (failure.kind === 'reverted-on-chain') return say(messages, 'createExecutionFailed', { reason }).text
  if (failure.kind === 'cannot-pay') return `${say(messages, 'createGas').text} ${reason}`
  if (failure.kind !== 'chain') return say(messages, 'createPreparation', { reason }).text
  const key = createKey(failure.phase, failure.failure)
  if (key === 'createExecutionFailed' || key === 'createSimulationFailed' || key === 'createPreparation')
    return say(messages, key, { reason }).text
  return say(messages, key).text
}

function createKey(phase: FailurePhase, failure: ChainFailure) {
  switch (failure.kind) {
    case 'rejected':
      return 'createRejected'
    case 'reverted':
      return phase === 'simulate' ? 'createSimulationFailed' : 'createExecutionFailed'
    case 'gas':
    case 'funds':
      return 'createGas'
    case 'nonce':
    case 'nonceTooLow':
      return 'createNonce'
    case 'underpriced':
    case 'alreadyKnown':
      return 'createPending'
    case 'unknown':
      return failure.code === -32603 ? 'createExecutionFailed' : 'createPreparation'
    default:
      return phase === 'receipt' ? 'createSent' : 'createPreparation'
  }
}
