import { type Messages } from './catalogue.ts'
import type { Formatter } from './format.ts'
import type { ChainFailure } from '@parley/chain'
import type { FailurePhase, ActionFailure } from '../actions/action.ts'
import { failureReason, revertMessage } from './contractErrors.ts'
import { alert, type Message, renderMessage } from './message.ts'

/** What only signing runs into, in every portal's words. Loaded with what signs. */
export const signingMessages = {
  unknownEscrow: alert(
    (p: { named: string; built: string }) =>
      `This page was built for the swap contract ${p.built}. Another one was named: ${p.named}. Nothing was sent. Reload; if you see this again, someone may be lying to you. You can still take back what you have in escrow.`,
  ),
  feeChanged: alert(
    (p: { shown: string; now: string }) =>
      `The platform fee is ${p.now}, and the screen showed ${p.shown}. Nothing was sent. Check the new total and press again.`,
  ),
  agreementChanged: alert('Your table has changed. Nothing was sent. Check what you agree on now, then lock that in.'),
  coinsOnly: alert('A deal needs at least one NFT. Add one to either side.'),
  badCoins: alert('Correct the AVAX amount first. The line below it says what is wrong.'),
  transactionUnderWay: alert(
    'You already have a transaction in progress. Wait for it to finish, or check Transactions.',
  ),
  adminFailed: alert((p: { reason: string }) => `The contract wasn’t changed: ${p.reason}`),
}

/** What the person was doing when it failed: the same failure is worded by what it means there. */
export type UserAction =
  | 'create'
  | 'accept'
  | 'cancel'
  | 'return'
  | 'recover'
  | 'sendHome'
  | 'claim'
  | 'bringHome'
  | 'approve'
  | 'revoke'
  | 'own'

export interface MessageContext {
  readonly messages: Messages
  readonly formatter: Formatter
  /** Link target after a failed cancel: where the offer can be recovered (decision S12). */
  readonly recoveryHref?: string
}

/** What to say of a failed flow, in the order of importance. */
export function explainFailure(doing: UserAction, failure: ActionFailure, wording: MessageContext): readonly Message[] {
  const check = explainCheck(doing, failure, wording)
  if (check) return [withTone(check)]
  const said = sayTransaction(doing, failure, wording)
  // Who says no in the wallet knows it: that is no failure.
  return isRejection(failure) ? said : said.map(withTone)
}

function isRejection(failure: ActionFailure): boolean {
  return failure.kind === 'chain' && failure.failure.kind === 'rejected'
}

function withTone(said: Message): Message {
  return said.tone === 'plain' ? { ...said, tone: 'failure' } : said
}

function sayTransaction(doing: UserAction, failure: ActionFailure, wording: MessageContext): readonly Message[] {
  const { messages } = wording
  const reason = transactionReason(failure, wording)
  if (doing === 'create') return [renderMessage(messages, 'createFailed', { reason: createReason(failure, wording) })]
  if (failure.kind === 'chain') {
    if (failure.failure.kind === 'rejected') return [renderMessage(messages, 'rejected')]
    if (failure.phase === 'receipt' && failure.failure.kind === 'timedOut')
      return [renderMessage(messages, waitFailedKey(doing))]
    if (failure.failure.kind === 'timedOut') return [renderMessage(messages, 'timedOut')]
  }
  return sayByDoing(doing, failure, reason, wording)
}

function waitFailedKey(doing: UserAction): 'approvalWaitFailed' | 'waitFailed' {
  return doing === 'approve' || doing === 'revoke' ? 'approvalWaitFailed' : 'waitFailed'
}

function sayByDoing(
  doing: UserAction,
  failure: ActionFailure,
  reason: string,
  { messages, recoveryHref }: MessageContext,
): readonly Message[] {
  switch (doing) {
    case 'accept':
      return [
        withReason(renderMessage(messages, 'acceptFailed', { reason }), reason),
        renderMessage(messages, 'acceptFailedToast', { reason }),
      ]
    case 'cancel': {
      const toast = renderMessage(messages, 'cancelFailedToast', { reason })
      if (!reachedChain(failure))
        return [withReason(renderMessage(messages, 'cancelFailed', { reason }), reason), toast]
      if (isClosed(failure))
        return [withReason(renderMessage(messages, 'cancelFailedOnChain', { reason }), reason), toast]
      const detail = messages.cancelRemains
      const link = recoveryHref === undefined ? {} : { link: { href: recoveryHref, label: messages.cancelRemainsLink } }
      return [{ ...renderMessage(messages, 'cancelFailedOnChain', { reason }), detail, ...link }, toast]
    }
    case 'return':
    case 'recover':
    case 'sendHome':
      return [renderMessage(messages, 'returnFailed', { reason })]
    case 'claim':
    case 'bringHome':
      return [renderMessage(messages, 'claimFailed', { reason })]
    case 'own':
      return [renderMessage(signingMessages, 'adminFailed', { reason })]
    default:
      return [renderMessage(messages, 'approvalFailed', { reason: reason.slice(0, 100) })]
  }
}

/** A screen whose words leave the reason out still says it, in the second line. */
function withReason(said: Message, reason: string): Message {
  return said.text.includes(reason) ? said : { ...said, detail: reason }
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

function transactionReason(failure: ActionFailure, { messages, formatter }: MessageContext): string {
  switch (failure.kind) {
    case 'chain':
      return failureReason(failure.failure, messages, formatter)
    case 'reverted-on-chain':
      return messages.reasonRevertedOnChain({
        reason: (failure.revert && revertMessage(failure.revert, formatter)) ?? messages.reasonReverted,
      })
    case 'replaced':
      return messages.reasonReplaced
    case 'transaction-cancelled':
      return messages.reasonTransactionCancelled
    case 'not-sent':
      return messages.reasonNotSent
    case 'cannot-pay':
      return messages.reasonFunds({
        needed: formatter.coin(failure.neededWei),
        held: formatter.coin(failure.heldWei),
      })
    default:
      return messages.unknownError
  }
}

/** The six create errors of the specification, and the one for everything else. */
function createReason(failure: ActionFailure, wording: MessageContext): string {
  const { messages } = wording
  const reason = transactionReason(failure, wording)
  if (failure.kind === 'reverted-on-chain') return messages.createExecutionFailed({ reason })
  if (failure.kind === 'cannot-pay') return `${messages.createGas} ${reason}`
  if (failure.kind !== 'chain') return messages.createPreparation({ reason })
  return createChainReason(failure.phase, failure.failure, reason, messages)
}

function createChainReason(phase: FailurePhase, failure: ChainFailure, reason: string, messages: Messages): string {
  switch (failure.kind) {
    case 'rejected':
      return messages.createRejected
    case 'reverted':
      return (phase === 'simulate' ? messages.createSimulationFailed : messages.createExecutionFailed)({ reason })
    case 'gas':
    case 'funds':
      return messages.createGas
    case 'nonce':
    case 'nonceTooLow':
      return messages.createNonce
    case 'underpriced':
    case 'alreadyKnown':
      return messages.createPending
    case 'unknown':
      return (failure.code === -32603 ? messages.createExecutionFailed : messages.createPreparation)({ reason })
    default:
      return phase === 'receipt' ? messages.createSent : messages.createPreparation({ reason })
  }
}

/** The words for a check that failed before anything was sent, or null for failures of a transaction. */
export function explainCheck(doing: UserAction, failure: ActionFailure, wording: MessageContext): Message | null {
  return (
    sayDealCheck(doing, failure, wording) ?? sayOfferCheck(doing, failure, wording) ?? sayWalletCheck(failure, wording)
  )
}

function sayDealCheck(
  doing: UserAction,
  failure: ActionFailure,
  { messages, formatter }: MessageContext,
): Message | null {
  switch (failure.kind) {
    case 'not-connected':
      return renderMessage(messages, notConnectedKey(doing))
    case 'nothing-offered':
      return renderMessage(messages, 'selectOwn')
    case 'nothing-requested':
      return renderMessage(messages, 'selectFriends')
    case 'bad-coins':
      return renderMessage(signingMessages, 'badCoins')
    case 'coins-only':
      return renderMessage(signingMessages, 'coinsOnly')
    case 'too-many':
      return renderMessage(messages, 'tooMany')
    case 'nothing-valid':
      return renderMessage(messages, failure.side === 'offered' ? 'noValidOwn' : 'noValidFriends')
    case 'bad-recipient':
      return renderMessage(messages, 'friendAddress')
    case 'not-in-wallet':
      return renderMessage(messages, 'notInWallet', { name: formatter.nft(failure.nft.contract, failure.nft.tokenId) })
    case 'no-contract':
      return renderMessage(messages, 'noContract', { contract: failure.contract })
    case 'not-owned':
      return renderMessage(messages, 'notOwned', {
        tokenId: failure.nft.tokenId,
        collection: formatter.collection(failure.nft.contract),
        owner: failure.owner,
      })
    case 'ownership-unknown':
      return renderMessage(messages, 'ownershipUnknown', {
        tokenId: failure.nft.tokenId,
        collection: formatter.collection(failure.nft.contract),
      })
    case 'other-recipient':
      return renderMessage(messages, 'otherRecipient', { typed: failure.typed, found: failure.found })
    case 'not-approved':
      return doing === 'create'
        ? renderMessage(messages, 'approveFirst')
        : renderMessage(messages, 'approveBeforeAccept', {
            collections: failure.contracts.map(formatter.collection).join(', '),
          })
    case 'approval-unknown':
      return renderMessage(messages, 'approvalCheckFailed')
    default:
      return null
  }
}

function sayOfferCheck(doing: UserAction, failure: ActionFailure, { messages }: MessageContext): Message | null {
  switch (failure.kind) {
    case 'offer-unknown':
      return doing === 'accept' || doing === 'return'
        ? renderMessage(messages, 'notReceived')
        : renderMessage(messages, 'notSent')
    case 'not-recipient':
      return renderMessage(messages, 'notReceived')
    case 'not-creator':
      return renderMessage(messages, 'notCreator')
    case 'chain-differs':
      return renderMessage(messages, 'chainDiffers')
    case 'unconfirmed':
      return renderMessage(messages, 'confirmUnverified', { count: failure.nfts.length })
    default:
      return null
  }
}

function sayWalletCheck(failure: ActionFailure, { messages, formatter }: MessageContext): Message | null {
  switch (failure.kind) {
    case 'unknown-escrow':
      return renderMessage(signingMessages, 'unknownEscrow', { named: failure.escrow, built: failure.built.join(', ') })
    case 'fee-changed':
      return renderMessage(signingMessages, 'feeChanged', {
        shown: formatter.coin(failure.shownWei),
        now: formatter.coin(failure.nowWei),
      })
    case 'no-signer':
      return renderMessage(messages, 'reconnect')
    case 'other-network':
      return { ...renderMessage(messages, 'otherNetwork'), detail: messages.otherNetworkDetail }
    case 'agreement-changed':
      return renderMessage(signingMessages, 'agreementChanged')
    case 'account-changed':
      return renderMessage(messages, 'accountChanged')
    default:
      return null
  }
}

/** Approving is harmless, so a missing wallet gets only a toast. */
function notConnectedKey(doing: UserAction): 'connectFirst' | 'walletNotConnected' | 'noWalletConnected' {
  if (doing === 'create') return 'connectFirst'
  return doing === 'approve' || doing === 'revoke' ? 'walletNotConnected' : 'noWalletConnected'
}
