import type { CallMark, SentTransaction } from '@parley/chain'
import type { OfferId, TxHash } from '@parley/domain'
import { addressSchema, hash32Schema, uint256Schema, z } from '@parley/protocol'

/** What a transaction is for. */
const transactionKinds = [
  'create',
  'accept',
  'cancel',
  'recover',
  'return',
  'sendHome',
  'claim',
  'approve',
  'revoke',
  'own',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

const wei = z.pipe(
  uint256Schema,
  z.transform((text: string) => BigInt(text)),
)
const count = z.int().check(z.nonnegative())
const mark = { to: addressSchema, valueWei: wei, inputHash: hash32Schema }
const hash = { txHash: hash32Schema }

/**
 * State of a transaction.
 * - `preparing`: checks run; the wallet has not been asked.
 * - `asking`: the wallet has been asked. `nonce` is the account's nonce then, or the first one not searched yet.
 * `doubtedAtMs`: the wallet returned an error that leaves open whether it sent anything.
 * - `sent`: on its way. `sent` is the transaction as the network knows it, once it does.
 * - `probable`: the wallet's answer implies an earlier send (decision C4).
 * - `confirmed`: mined and effective; `indexed`: visible in the server's lists.
 * - `reverted`: mined without effect. `replaced`, `cancelled`: another transaction took its nonce.
 * - `interrupted`: the page closed before the wallet was asked. `unsent`: the wallet sent nothing for a long time.
 * - `lost`: the network no longer knows it. `proved`, `disproved`: the chain's verdict on a probable one.
 */
const stateSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('preparing') }),
  z.object({
    at: z.literal('asking'),
    nonce: count,
    mark: z.object(mark),
    totalWei: wei,
    doubtedAtMs: z.nullable(count),
    /** The wallet's id of calls that it signs together. Once known, only the wallet knows their transaction. */
    callsId: z.optional(z.string().check(z.maxLength(8_194))),
  }),
  z.object({
    at: z.literal('sent'),
    ...hash,
    sent: z.nullable(z.object({ ...mark, from: addressSchema, nonce: count })),
  }),
  z.object({ at: z.literal('probable'), sinceMs: count }),
  z.object({
    at: z.enum(['confirmed', 'indexed']),
    ...hash,
    block: count,
    /** Of the offer that it created. */
    offerId: z.nullable(hash32Schema),
    /** It went through at another price, under another hash than the wallet gave first. */
    repriced: z.boolean(),
  }),
  z.object({ at: z.literal('reverted'), ...hash, reason: z.string().check(z.maxLength(500)) }),
  z.object({ at: z.enum(['replaced', 'cancelled']), ...hash, byHash: hash32Schema }),
  z.object({ at: z.literal('lost'), ...hash }),
  z.object({ at: z.literal('interrupted') }),
  z.object({ at: z.enum(['unsent', 'proved', 'disproved']) }),
])

export const trackedTransactionSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  kind: z.enum(transactionKinds),
  escrow: addressSchema,
  /** The offer's id, or the collection's address; null for an offer that is being created. */
  subject: z.nullable(
    z.pipe(
      z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
      z.transform((text: string): `0x${string}` => `0x${text.slice(2)}`),
    ),
  ),
  /** The NFTs that it would move, by key. No other transaction may start for them until it ends. */
  items: z.array(z.string().check(z.maxLength(160))).check(z.maxLength(40)),
  startedAtMs: count,
  changedAtMs: count,
  state: stateSchema,
  /** Whether the user has seen the result. */
  told: z.boolean(),
})

export type TransactionState = z.output<typeof stateSchema>
export type TrackedTransaction = Readonly<z.output<typeof trackedTransactionSchema>>
/** The state of a certain name. */
export type StateAt<A extends TransactionState['at']> = Extract<TransactionState, { at: A }>

const underWay: ReadonlySet<TransactionState['at']> = new Set(['preparing', 'asking', 'sent', 'probable'])

/** Whether it can still go either way. */
export function isUnderWay({ state }: Pick<TrackedTransaction, 'state'>): boolean {
  return underWay.has(state.at)
}

/** Whether anything more will be heard of it: a confirmed one still has to reach the server's lists. */
export function isUnfinished(tracked: Pick<TrackedTransaction, 'state'>): boolean {
  return isUnderWay(tracked) || tracked.state.at === 'confirmed'
}

/** A change in a transaction's state, from the flow that sends it or from the follower after a reload. */
export type TransactionNews =
  /** The wallet is asked now. `totalWei`: value and gas together, about. */
  | { readonly kind: 'asked'; readonly nonce: number; readonly mark: CallMark; readonly totalWei: bigint }
  /** The wallet has taken calls to sign together. */
  | { readonly kind: 'handed'; readonly callsId: string }
  /** The wallet answered with an error that leaves open whether it sent anything. */
  | { readonly kind: 'doubted'; readonly atMs: number }
  /** Everything that the account sent before this nonce was something else. */
  | { readonly kind: 'searched'; readonly nextNonce: number }
  | { readonly kind: 'sent'; readonly txHash: TxHash }
  | { readonly kind: 'seen'; readonly sent: SentTransaction }
  | { readonly kind: 'probable'; readonly atMs: number }
  | {
      readonly kind: 'included'
      readonly txHash: TxHash
      readonly block: number
      readonly offerId: OfferId | null
      readonly repriced: boolean
    }
  | { readonly kind: 'reverted'; readonly txHash: TxHash; readonly reason: string }
  | { readonly kind: 'replaced' | 'cancelled'; readonly byHash: TxHash }
  | { readonly kind: 'indexed' }
  /** The page that prepared it is gone. */
  | { readonly kind: 'abandoned' }
  /** It has been looked for long enough. */
  | { readonly kind: 'unfound' }
  | { readonly kind: 'proved' | 'disproved' }

/** Takes news of the transaction that a flow sends. */
export type NoteNews = (news: TransactionNews) => void

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
    case 'handed':
      return { ...state, callsId: news.callsId }
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
