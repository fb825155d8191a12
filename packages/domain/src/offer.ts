import type { Address } from './address.ts'
import type { Nft } from './nft.ts'

/** An offer's id in the escrow: 32 bytes in hex, unique for ever. */
export type OfferId = `0x${string}`
export type TxHash = `0x${string}`

/**
 * How an offer ended. Returned and recovered offers count as cancelled (decision A1).
 *
 * Contract state says whether it was completed or cancelled; by whom, where and when is known only from the event, so those
 * fields are null if no endpoint delivered it.
 */
export interface Settlement {
  readonly kind: 'completed' | 'cancelled'
  readonly by: Address | null
  readonly txHash: TxHash | null
  /** Block time, unix seconds. */
  readonly atS: number | null
}

/** What each side of an offer adds in coins, in wei (decision E1). */
export interface DealCoins {
  /** The creator's; locked in the escrow until the offer ends. */
  readonly offeredWei: bigint
  /** The recipient's; paid on accepting. */
  readonly requestedWei: bigint
}

export const noCoins: DealCoins = { offeredWei: 0n, requestedWei: 0n }

export function sameCoins(one: DealCoins, other: DealCoins): boolean {
  return one.offeredWei === other.offeredWei && one.requestedWei === other.requestedWei
}

/** An offer's facts on chain. Its status is derived: see {@link statusOf}. */
export interface Offer {
  readonly id: OfferId
  /** The escrow deployment that holds it (decision C9). */
  readonly escrow: Address
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
  readonly createdTxHash: TxHash
  /** Block time, unix seconds. */
  readonly createdAtS: number
  /** Unix seconds, inclusive: the last second for accepting and free cancelling (decision K4). */
  readonly expiresAtS: number
  readonly settlement: Settlement | null
  /** Offered NFTs whose return failed; they wait in the escrow for `claimReturned` (decision K7). */
  readonly unreturned: readonly Nft[]
}

export type OfferStatus = 'active' | 'expired' | 'completed' | 'cancelled'

/** An offer's status at chain time `nowS`, unix seconds. */
export function statusOf(
  offer: Pick<Offer, 'expiresAtS'> & { readonly settlement: Pick<Settlement, 'kind'> | null },
  nowS: number,
): OfferStatus {
  if (offer.settlement) return offer.settlement.kind
  return nowS > offer.expiresAtS ? 'expired' : 'active'
}

export type OfferOutcome = 'completed' | 'cancelled' | 'returned'

/** How a closed offer ended. Returned: closed after expiry or by the recipient (decision S8). */
export function outcomeOf({
  settlement,
  expiresAtS,
  recipient,
}: Pick<Offer, 'expiresAtS' | 'recipient'> & {
  readonly settlement: Omit<Settlement, 'txHash'> | null
}): OfferOutcome | null {
  if (settlement?.kind !== 'cancelled') return settlement?.kind ?? null
  const late = settlement.atS !== null && settlement.atS > expiresAtS
  return late || settlement.by?.toLowerCase() === recipient.toLowerCase() ? 'returned' : 'cancelled'
}

/** Maximum NFTs per side of an offer. */
export const maxNftsPerSide = 20

/** Offer durations in minutes, as listed in the expiration selector. */
export const durationChoices = [
  { minutes: 5, label: '5 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 1440, label: '1 day' },
  { minutes: 10080, label: '7 days' },
] as const

export type DurationMinutes = (typeof durationChoices)[number]['minutes']

export const defaultDurationMinutes: DurationMinutes = 1440

/** Converts to seconds for the escrow. */
export function durationSeconds(minutes: DurationMinutes): number {
  return minutes * 60
}

/** An offer's status in statistics (decision A1). Expired but unreturned is still `created` (decision T1). */
type TradeStatus = 'created' | 'completed' | 'cancelled'

/** An offer in statistics. */
export interface Trade {
  readonly offerId: OfferId
  readonly escrow: Address
  readonly creator: Address
  readonly recipient: Address
  /** Null until accepted. */
  readonly acceptor: Address | null
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
  readonly status: TradeStatus
  /** When the trade reached its status: block time, unix seconds. */
  readonly atS: number
  /** The transaction that led to the status. */
  readonly txHash: TxHash
  /** Unix seconds. */
  readonly createdAtS: number
  /** Unix seconds. */
  readonly expiresAtS: number
}

/** An offer is settled, but when is unknown, so it fits no time window. */
export class UntimedTradeError extends Error {
  override readonly name = 'UntimedTradeError'
  readonly offerId: OfferId

  constructor(offerId: OfferId) {
    super(`it is not known when offer ${offerId} was settled`)
    this.offerId = offerId
  }
}

/** @throws {UntimedTradeError} if the settlement is known only from contract state, without its event. */
export function tradeOf(offer: Omit<Offer, 'unreturned'>): Trade {
  const { id, escrow, creator, recipient, offered, requested, coins, createdAtS, expiresAtS, settlement } = offer
  const facts = { offerId: id, escrow, creator, recipient, offered, requested, coins, createdAtS, expiresAtS }
  if (settlement === null)
    return { ...facts, status: 'created', atS: createdAtS, txHash: offer.createdTxHash, acceptor: null }
  const { kind, by, atS, txHash } = settlement
  if (atS === null || txHash === null) throw new UntimedTradeError(id)
  return { ...facts, status: kind, atS, txHash, acceptor: kind === 'completed' ? by : null }
}

/** An offer's outcome. `expired` whether returned or not; `cancelled` only if withdrawn while it could be accepted. */
type TradeOutcome = 'open' | 'completed' | 'cancelled' | 'expired'

/** The outcome at chain time `nowS`, and when it occurred; both unix seconds. */
export function tradeOutcome(
  trade: Pick<Trade, 'status' | 'atS' | 'expiresAtS'>,
  nowS: number,
): { outcome: TradeOutcome; atS: number } {
  if (trade.status === 'completed') return { outcome: 'completed', atS: trade.atS }
  const leftS = trade.status === 'cancelled' ? trade.atS : nowS
  if (leftS > trade.expiresAtS) return { outcome: 'expired', atS: trade.expiresAtS }
  return { outcome: trade.status === 'cancelled' ? 'cancelled' : 'open', atS: trade.atS }
}

/** An action of an escrow's owner, from the log. Amounts in wei. */
export type OwnerDeed =
  | { readonly kind: 'feeUpdated'; readonly oldWei: bigint; readonly newWei: bigint }
  | { readonly kind: 'feesWithdrawn'; readonly to: Address; readonly amountWei: bigint }
  | { readonly kind: 'creationPaused' | 'creationResumed' }
  | { readonly kind: 'nftRecovered'; readonly nft: Nft; readonly to: Address }
  | { readonly kind: 'ownershipProposed' | 'ownershipPassed'; readonly from: Address; readonly to: Address }

export interface OwnerAction {
  readonly deed: OwnerDeed
  readonly txHash: TxHash
  readonly block: number
  readonly logIndex: number
  /** Block time, unix seconds. */
  readonly atS: number
}
