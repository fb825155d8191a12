import type { Address } from './address.ts'
import type { Nft } from './nft.ts'

/** The id that the escrow gave an offer: 32 bytes in hex, unique for ever. */
export type OfferId = `0x${string}`
export type TxHash = `0x${string}`

/**
 * How an offer ended. Returned and recovered offers are cancelled ones (decision A1).
 * The contract's state says that an offer is closed and which way; who did it, where and when stands in an event only,
 * so these are null where the state was read and no endpoint gave the event.
 */
export interface Settlement {
  readonly kind: 'completed' | 'cancelled'
  readonly by: Address | null
  readonly txHash: TxHash | null
  /** Block time, unix seconds. */
  readonly atS: number | null
}

/** The facts of an offer as the chain has them. Its status is not one of them: see {@link statusOf}. */
export interface Offer {
  readonly id: OfferId
  /** The escrow deployment that holds it (decision C9). */
  readonly escrow: Address
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly createdTxHash: TxHash
  /** Block time, unix seconds. */
  readonly createdAtS: number
  /** Unix seconds. Accepting and free cancelling end after this second (decision K4). */
  readonly expiresAtS: number
  readonly settlement: Settlement | null
  /** Offered NFTs whose return failed and that wait in the escrow for `claimReturned` (decision K7). */
  readonly unreturned: readonly Nft[]
}

export type OfferStatus = 'active' | 'expired' | 'completed' | 'cancelled'

/** What an offer is at chain time `nowS` (unix seconds). */
export function statusOf(offer: Pick<Offer, 'settlement' | 'expiresAtS'>, nowS: number): OfferStatus {
  if (offer.settlement) return offer.settlement.kind
  return nowS > offer.expiresAtS ? 'expired' : 'active'
}

/** At most this many NFTs on each side of an offer. */
export const maxNftsPerSide = 20
