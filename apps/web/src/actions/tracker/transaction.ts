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
  'bringHome',
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

/** Why the wallet or the network sent nothing, or a probable transaction had no effect. */
const notSentCauses = ['pageClosed', 'walletSilent', 'noEffect'] as const

/**
 * State of a transaction; `docs/decisions/transactions.md` has all transitions.
 * - `preparing`: checks run; the wallet has not been asked.
 * - `awaitingWallet`: the wallet has been asked. `nonce` is the account's nonce then, or the first one not searched yet.
 * `ambiguousAtMs`: the wallet returned an error that leaves open whether it sent anything.
 * - `sent`: on its way. `seen` is the transaction as the network knows it, once it does.
 * - `probable`: the wallet's answer implies an earlier send (decision C4).
 * - `confirmed`: mined and effective. `isIndexed`: visible in the server's lists.
 * - `confirmedByState`: the chain shows the effect of a probable one.
 * - `failed`: mined without effect, displaced by another transaction, or forgotten by the network.
 * - `notSent`: the page closed before the wallet was asked, the wallet sent nothing for a long time, or the chain does
 * not show the effect of a probable one.
 */
const stateSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('preparing') }),
  z.object({
    at: z.literal('awaitingWallet'),
    nonce: count,
    mark: z.object(mark),
    totalWei: wei,
    ambiguousAtMs: z.nullable(count),
    /** The wallet's id of calls that it signs together. Once known, only the wallet knows their transaction. */
    callsId: z.optional(z.string().check(z.maxLength(8_194))),
  }),
  z.object({
    at: z.literal('sent'),
    ...hash,
    seen: z.nullable(z.object({ ...mark, from: addressSchema, nonce: count })),
  }),
  z.object({ at: z.literal('probable'), sinceMs: count }),
  z.object({
    at: z.literal('confirmed'),
    ...hash,
    block: count,
    /** Of the offer that it created. */
    offerId: z.nullable(hash32Schema),
    /** It went through at another price, under another hash than the wallet gave first. */
    repriced: z.boolean(),
    isIndexed: z.boolean(),
  }),
  z.object({ at: z.literal('confirmedByState') }),
  z.object({
    at: z.literal('failed'),
    ...hash,
    cause: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('reverted'), reason: z.string().check(z.maxLength(500)) }),
      z.object({ kind: z.enum(['replaced', 'cancelled']), byHash: hash32Schema }),
      z.object({ kind: z.literal('dropped') }),
    ]),
  }),
  z.object({ at: z.literal('notSent'), cause: z.enum(notSentCauses) }),
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
  /** The NFTs that it would move, by key, or the offers that it would close. No other transaction may start for them until it ends. */
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

const underWay: ReadonlySet<TransactionState['at']> = new Set(['preparing', 'awaitingWallet', 'sent', 'probable'])

/** Whether it can still go either way. */
export function isUnderWay({ state }: Pick<TrackedTransaction, 'state'>): boolean {
  return underWay.has(state.at)
}

/** Whether anything more will be heard of it: a confirmed one still has to reach the server's lists. */
export function isUnfinished(tracked: Pick<TrackedTransaction, 'state'>): boolean {
  return isUnderWay(tracked) || (tracked.state.at === 'confirmed' && !tracked.state.isIndexed)
}

/** What the chain has not shown by then has not happened (decision C4). */
export const probablePatienceMs = 600_000

/** Whether lists leave out its offer: probably closed, and the chain has not decided yet (C4). */
export function hidesOffer({ state }: Pick<TrackedTransaction, 'state'>, nowMs: number): boolean {
  return state.at === 'probable' && nowMs < state.sinceMs + probablePatienceMs
}

/** What happened to a transaction, as its action or the page that took it over learned it. */
export type TransactionEvent =
  /** `totalWei`: value and gas together, about. */
  | { readonly kind: 'walletAsked'; readonly nonce: number; readonly mark: CallMark; readonly totalWei: bigint }
  /** The wallet answered with an error that leaves open whether it sent anything. */
  | { readonly kind: 'ambiguous'; readonly atMs: number }
  /** Everything that the account sent before this nonce was something else. */
  | { readonly kind: 'searched'; readonly nextNonce: number }
  /** The wallet has taken calls to sign together. */
  | { readonly kind: 'handed'; readonly callsId: string }
  | { readonly kind: 'sent'; readonly txHash: TxHash }
  | { readonly kind: 'seen'; readonly transaction: SentTransaction }
  | { readonly kind: 'probable'; readonly atMs: number }
  | {
      readonly kind: 'included'
      readonly txHash: TxHash
      readonly block: number
      readonly offerId: OfferId | null
      readonly repriced: boolean
    }
  | { readonly kind: 'failed'; readonly txHash: TxHash; readonly cause: StateAt<'failed'>['cause'] }
  | { readonly kind: 'indexed' | 'confirmedByState' }
  | { readonly kind: 'notSent'; readonly cause: NotSentCause }

export type NotSentCause = (typeof notSentCauses)[number]

/** Takes the events of the transaction that an action sends. */
export type RecordEvent = (event: TransactionEvent) => void

/**
 * Applies an event to a transaction's state. Events that don't fit are ignored: they are old, or another tab was
 * faster.
 */
export function advance(tracked: TrackedTransaction, event: TransactionEvent, nowMs: number): TrackedTransaction {
  const state = nextState(tracked.state, event)
  if (state === tracked.state) return tracked
  // A sent one keeps the time of sending, so that any page can tell how long it has taken.
  return { ...tracked, state, changedAtMs: event.kind === 'seen' ? tracked.changedAtMs : nowMs }
}

function nextState(state: TransactionState, event: TransactionEvent): TransactionState {
  switch (state.at) {
    case 'preparing':
      return afterPreparing(state, event)
    case 'notSent':
      // Some browsers can't tell which page is alive, so an abandoned transaction may continue.
      return state.cause === 'pageClosed' ? afterPreparing(state, event) : state
    case 'awaitingWallet':
      return afterAsking(state, event)
    case 'sent':
      return afterSending(state, event)
    case 'probable':
      if (event.kind === 'confirmedByState') return { at: 'confirmedByState' }
      return gaveUp(state, event, 'noEffect')
    case 'confirmed':
      return event.kind === 'indexed' && !state.isIndexed ? { ...state, isIndexed: true } : state
    default:
      return state
  }
}

function gaveUp(state: TransactionState, event: TransactionEvent, cause: NotSentCause): TransactionState {
  return event.kind === 'notSent' && event.cause === cause ? { at: 'notSent', cause } : state
}

function afterPreparing(state: StateAt<'preparing' | 'notSent'>, event: TransactionEvent): TransactionState {
  if (event.kind !== 'walletAsked') return state.at === 'preparing' ? gaveUp(state, event, 'pageClosed') : state
  const { nonce, mark, totalWei } = event
  return { at: 'awaitingWallet', nonce, mark, totalWei, ambiguousAtMs: null }
}

function afterAsking(state: StateAt<'awaitingWallet'>, event: TransactionEvent): TransactionState {
  switch (event.kind) {
    case 'sent':
      return { at: 'sent', txHash: event.txHash, seen: null }
    case 'ambiguous':
      return { ...state, ambiguousAtMs: event.atMs }
    case 'handed':
      return { ...state, callsId: event.callsId }
    case 'searched':
      return event.nextNonce > state.nonce ? { ...state, nonce: event.nextNonce } : state
    case 'probable':
      return { at: 'probable', sinceMs: event.atMs }
    default:
      return gaveUp(state, event, 'walletSilent')
  }
}

function afterSending(state: StateAt<'sent'>, event: TransactionEvent): TransactionState {
  switch (event.kind) {
    case 'seen':
      return { ...state, seen: event.transaction }
    case 'included': {
      const { kind: _, ...inclusion } = event
      return { at: 'confirmed', ...inclusion, isIndexed: false }
    }
    case 'failed':
      return { at: 'failed', txHash: event.txHash, cause: event.cause }
    default:
      return state
  }
}
