import type { StateAt, TrackedTransaction, TransactionState } from './TrackedTransaction.ts'
import type { TransactionNews } from './TransactionNews.ts'

/**
 * Applies an event to a transaction's state. Events that don't fit are ignored: they are old, or another tab was
 * faster.
 */
export function advance(tracked: TrackedTransaction, news: TransactionNews, nowMs: number): TrackedTransaction {
  const state = nextState(tracked.state, news)
  return state === tracked.state ? tracked : { ...tracked, state, changedAtMs: nowMs }
}

function nextState(state: TransactionState, news: TransactionNews): TransactionState {
  switch (state.at) {
    case 'preparing':
    case 'interrupted':
      // Some browsers can't tell which page is alive, so an abandoned transaction may continue.
      return fromPreparing(state, news)
    case 'asking':
      return fromAsking(state, news)
    case 'sent':
      return fromSent(state, news)
    case 'probable':
      return news.kind === 'proved' || news.kind === 'disproved' ? { at: news.kind } : state
    case 'confirmed':
      return news.kind === 'indexed' ? { ...state, at: 'indexed' } : state
    default:
      return state
  }
}

function fromPreparing(state: StateAt<'preparing' | 'interrupted'>, news: TransactionNews): TransactionState {
  if (news.kind === 'abandoned' && state.at === 'preparing') return { at: 'interrupted' }
  if (news.kind !== 'asked') return state
  const { nonce, mark, totalWei } = news
  return { at: 'asking', nonce, mark, totalWei, doubtedAtMs: null }
}

function fromAsking(state: StateAt<'asking'>, news: TransactionNews): TransactionState {
  switch (news.kind) {
    case 'sent':
      return { at: 'sent', txHash: news.txHash, sent: null }
    case 'doubted':
      return { ...state, doubtedAtMs: news.atMs }
    case 'searched':
      return news.nextNonce > state.nonce ? { ...state, nonce: news.nextNonce } : state
    case 'probable':
      return { at: 'probable', sinceMs: news.atMs }
    case 'unfound':
      return { at: 'unsent' }
    default:
      return state
  }
}

function fromSent(state: StateAt<'sent'>, news: TransactionNews): TransactionState {
  const { txHash } = state
  switch (news.kind) {
    case 'seen':
      return { ...state, sent: news.sent }
    case 'included':
      return {
        at: 'confirmed',
        txHash: news.txHash,
        block: news.block,
        offerId: news.offerId,
        repriced: news.repriced,
      }
    case 'reverted':
      return { at: 'reverted', txHash: news.txHash, reason: news.reason }
    case 'replaced':
    case 'cancelled':
      return { at: news.kind, txHash, byHash: news.byHash }
    case 'unfound':
      return { at: 'lost', txHash }
    default:
      return state
  }
}
