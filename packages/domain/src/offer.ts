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
export function statusOf(offer: Pick<Offer, 'settlement' | 'expiresAtS'>, nowS: number): OfferStatus {
  if (offer.settlement) return offer.settlement.kind
  return nowS > offer.expiresAtS ? 'expired' : 'active'
}

export type OfferOutcome = 'completed' | 'cancelled' | 'returned'

/** How a closed offer ended. Returned: closed after expiry or by the recipient (decision S8). */
export function outcomeOf({ settlement, expiresAtS, recipient }: Offer): OfferOutcome | null {
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
