import {
  ChainFailureError,
  findSentCall,
  offerIdFromReceipt,
  readCustody,
  readNonces,
  readOfferState,
  readOfferTerms,
  simulate,
  type Revert,
  type SentSearch,
  type WalletConnection,
  waitForReceipt,
} from '@parley/chain'
import { type Address, nftKey, sameAddress, type TxHash } from '@parley/domain'
import { type Client, TransactionNotFoundError, type TransactionReceipt } from 'viem'
import type { Clock } from '../../services/browser.ts'
import {
  advance,
  isUnfinished,
  probablePatienceMs,
  type RecordEvent,
  type StateAt,
  type TrackedTransaction,
  type TransactionEvent,
} from './transaction.ts'
import { readRevert } from '../action.ts'
import { getTransaction } from 'viem/actions'

/** What following takes. It only reads: nothing is ever sent again. */
interface FollowTools {
  readonly chain: Client
  readonly clock: Clock
  readonly account: Address
  /** The account's wallet; null while it isn't connected. */
  readonly wallet: () => Promise<WalletConnection | null>
  readonly signal: AbortSignal
  /** Resolves once the server has indexed this block. */
  readonly indexed: (block: number, signal: AbortSignal) => Promise<void>
  /** Why the contract refused, in words. */
  readonly explain: (revert: Revert | null) => string
}

/**
 * Follows a transaction whose page was closed or reloaded to its end. Call it only with the transaction's lock. Rejects
 * with the signal's reason.
 */
export async function followTransaction(
  tools: FollowTools,
  tracked: TrackedTransaction,
  note: RecordEvent,
): Promise<TrackedTransaction> {
  let now = tracked
  while (isUnfinished(now)) {
    tools.signal.throwIfAborted()
    const event = await nextEvent(tools, now, (seen) => {
      now = advance(now, seen, tools.clock.now())
      note(seen)
    })
    now = advance(now, event, tools.clock.now())
    note(event)
  }
  return now
}

async function nextEvent(
  tools: FollowTools,
  tracked: TrackedTransaction,
  note: RecordEvent,
): Promise<TransactionEvent> {
  const { state } = tracked
  switch (state.at) {
    case 'awaitingWallet':
      if (state.callsId !== undefined) return followCalls(tools, state.callsId, note)
      return findSent(tools, tracked, state, note)
    case 'sent':
      return followSent(tools, tracked.escrow, state, note)
    case 'probable':
      return followProbable(tools, state.sinceMs, () => isEffectOnChain(tools.chain, tracked))
    case 'confirmed':
      await tools.indexed(state.block, tools.signal)
      return { kind: 'indexed' }
    default:
      return { kind: 'notSent', cause: 'pageClosed' }
  }
}

/** Only the wallet knows which transaction makes the calls that it signed together. */
async function followCalls(tools: FollowTools, callsId: string, note: RecordEvent): Promise<TransactionEvent> {
  const { askForHash } = await import('../sendTogether.lazy.ts')
  const sent = await askForHash(tools, callsId)
  if (!sent) return { kind: 'notSent', cause: 'walletSilent' }
  if (sent.succeeded) return { kind: 'sent', txHash: sent.txHash }
  note({ kind: 'sent', txHash: sent.txHash })
  return { kind: 'failed', txHash: sent.txHash, cause: { kind: 'reverted', reason: tools.explain(null) } }
}

/** A wallet may keep a request open after its page is gone, but hardly longer than this. */
export const askingPatienceMs = 1_800_000
/** After a wallet error, a transaction that was sent anyway is mined soon or never. */
export const doubtPatienceMs = 120_000
/** Sooner, if by then the account's nonce has not moved and it has nothing pending. */
export const doubtSettleMs = 10_000
const pollMs = 3_000

/** Searches for a transaction sent after its page was gone, by the account's nonces and the call. */
async function findSent(
  { chain, clock, account, signal }: FollowTools,
  { changedAtMs }: Pick<TrackedTransaction, 'changedAtMs'>,
  state: StateAt<'awaitingWallet'>,
  note: RecordEvent,
): Promise<TransactionEvent> {
  const endsAtMs = state.ambiguousAtMs === null ? changedAtMs + askingPatienceMs : state.ambiguousAtMs + doubtPatienceMs
  let fromNonce = state.nonce
  for (;;) {
    const search = await find({ fromNonce })
    if (search?.kind === 'found') return { kind: 'sent', txHash: search.txHash }
    if (search && search.nextNonce > fromNonce) {
      fromNonce = search.nextNonce
      note({ kind: 'searched', nextNonce: fromNonce })
    } else if (search && (clock.now() >= endsAtMs || (await isPlainlyUnsent(fromNonce))))
      return { kind: 'notSent', cause: 'walletSilent' }
    await clock.sleep(pollMs, signal)
  }

  /** The wallet returned an error, and the network has heard nothing from the account since. */
  async function isPlainlyUnsent(nonce: number): Promise<boolean> {
    if (state.ambiguousAtMs === null || clock.now() < state.ambiguousAtMs + doubtSettleMs) return false
    const nonces = await readNonces(chain, account).catch(() => null)
    return nonces?.withWaiting === nonce
  }

  async function find(where: { fromNonce: number }): Promise<SentSearch | null> {
    try {
      return await findSentCall(chain, account, { ...where, mark: state.mark })
    } catch {
      // No endpoint answers right now. That says nothing about the transaction, so the search continues.
      return null
    }
  }
}

/** Endpoints may be a few blocks apart. Before this time, a nonce without pending transactions proves nothing. */
export const settleMs = 15_000

/**
 * Decision C4: a transaction was probably sent before. The chain decides: it went through when what it was for has
 * happened, and it did not when the account has nothing waiting any more and nothing has happened. Where the chain cannot be
 * asked, neither is known, and the question is put again.
 */
export async function followProbable(
  { chain, clock, account, signal }: FollowTools,
  sinceMs: number,
  isEffectOnChain: () => Promise<boolean>,
): Promise<TransactionEvent> {
  for (;;) {
    const [happened, waiting] = await Promise.all([
      isEffectOnChain().catch(() => null),
      readNonces(chain, account).then(
        ({ used, withWaiting }) => withWaiting > used,
        () => true,
      ),
    ])
    if (happened) return { kind: 'confirmedByState' }
    const waitedMs = clock.now() - sinceMs
    if ((happened === false && !waiting && waitedMs >= settleMs) || waitedMs >= probablePatienceMs)
      return { kind: 'notSent', cause: 'noEffect' }
    await clock.sleep(pollMs, signal)
  }
}

/** After this long without a receipt the network is asked whether it knows the transaction at all. */
const receiptPatienceMs = 300_000
const receiptPollMs = 2_000
/** An endpoint that had too many requests is left alone for this long. */
const restMs = 15_000

/** Waits until a sent transaction is mined, replaced, or dropped by the network. */
async function followSent(
  tools: FollowTools,
  escrow: Address,
  state: StateAt<'sent'>,
  note: RecordEvent,
): Promise<TransactionEvent> {
  const { chain, clock, signal } = tools
  const waiting = { ...tools, note, pollMs: receiptPollMs, timeoutMs: receiptPatienceMs }
  for (;;) {
    try {
      return (await awaitOutcome(waiting, { escrow, state, revertOf: (hash) => revertOf(chain, hash) })).event
    } catch (error) {
      signal.throwIfAborted()
      if (ChainFailureError.from(error).failure.kind === 'rateLimited') await clock.sleep(restMs, signal)
    }
    if (await isForgotten(chain, state.txHash))
      return { kind: 'failed', txHash: state.txHash, cause: { kind: 'dropped' } }
  }
}

interface OutcomeTools extends Pick<FollowTools, 'chain' | 'clock' | 'account' | 'explain'> {
  readonly note: RecordEvent
  readonly signal?: AbortSignal
  readonly pollMs?: number
  readonly timeoutMs?: number
}

interface Awaited {
  readonly escrow: Address
  readonly state: Pick<StateAt<'sent'>, 'txHash' | 'seen'>
  /** Why the call in this transaction reverted; null if unknown. */
  readonly revertOf: (txHash: TxHash) => Promise<Revert | null>
}

type EventOf<K extends TransactionEvent['kind']> = Extract<TransactionEvent, { kind: K }>

type Outcome =
  | { readonly event: EventOf<'included'>; readonly receipt: TransactionReceipt }
  | { readonly event: EventOf<'failed'>; readonly revert: Revert | null }

/**
 * Waits for a sent transaction's outcome: in its action, and in a page that takes it over.
 *
 * viem's own waiting can't be used: after a reload it doesn't find what replaced a transaction, since it only compares with
 * what it has seen itself.
 *
 * @throws ChainFailureError `timedOut` or `rateLimited`; the transaction may still be mined.
 */
export async function awaitOutcome(
  tools: OutcomeTools,
  { escrow, state, revertOf: readWhy }: Awaited,
): Promise<Outcome> {
  const { chain, clock, account, note, explain, signal, pollMs, timeoutMs } = tools
  const { txHash } = state
  const outcome = await waitForReceipt(chain, txHash, {
    clock,
    sent: state.seen,
    onSeen: (transaction) => note({ kind: 'seen', transaction }),
    ...(signal && { signal }),
    ...(pollMs !== undefined && { pollMs }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  if ('txHash' in outcome) {
    const cause = { kind: outcome.kind, byHash: outcome.txHash }
    return { event: { kind: 'failed', txHash, cause }, revert: null }
  }
  const { receipt, kind } = outcome
  const { transactionHash, blockNumber } = receipt
  if (receipt.status !== 'success') {
    const revert = await readWhy(transactionHash)
    const cause = { kind: 'reverted', reason: explain(revert) } as const
    return { event: { kind: 'failed', txHash: transactionHash, cause }, revert }
  }
  const id = offerIdFromReceipt(receipt, escrow, account)
  const offerId = id === transactionHash ? null : id
  const repriced = kind === 'repriced'
  return {
    event: { kind: 'included', txHash: transactionHash, block: Number(blockNumber), offerId, repriced },
    receipt,
  }
}

/** Null also if no endpoint answers: the failure is certain and isn't delayed for its reason. */
async function revertOf(chain: Client, hash: TxHash): Promise<Revert | null> {
  try {
    const { from, to, input, value } = await getTransaction(chain, { hash })
    return to === null ? null : await readRevert(() => simulate(chain, from, { to, data: input, valueWei: value }))
  } catch {
    return null
  }
}

/** Only a clear answer counts: an endpoint that does not answer has forgotten nothing. */
async function isForgotten(chain: Client, hash: TxHash): Promise<boolean> {
  try {
    await getTransaction(chain, { hash })
    return false
  } catch (error) {
    return error instanceof TransactionNotFoundError
  }
}

type Aimed = Pick<TrackedTransaction, 'kind' | 'subject' | 'escrow' | 'items'>

/**
 * Whether the chain shows the effect of a transaction, by whichever sender. The offer is closed; or, for a claim on a
 * closed offer, at least one of its NFTs has left the escrow. A claim that moves none reverts.
 *
 * @throws ChainFailureError if the escrow can't be read.
 */
export async function isEffectOnChain(chain: Client, { kind, subject, escrow, items }: Aimed): Promise<boolean> {
  if (subject === null) return false
  if (kind !== 'claim') return (await readOfferState(chain, escrow, subject)) !== 'open'
  const { offered } = await readOfferTerms(chain, escrow, subject)
  const waiting = offered.filter((nft) => items.includes(nftKey(nft)))
  const holders = await Promise.all(waiting.map((nft) => readCustody(chain, escrow, nft)))
  return holders.some((holder) => holder === null || !sameAddress(holder, subject))
}
