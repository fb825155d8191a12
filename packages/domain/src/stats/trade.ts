import type { Address } from '../address.ts'
import type { Nft } from '../nft.ts'
import type { Offer, OfferId, TxHash } from '../offer.ts'

/** How the statistics speak of an offer (decision A1). One that ran out and was not returned yet is still `created` (decision T1). */
export type TradeStatus = 'created' | 'completed' | 'cancelled'

/** An offer as the statistics count it. */
export interface Trade {
  readonly offerId: OfferId
  readonly escrow: Address
  readonly creator: Address
  readonly recipient: Address
  /** Null until somebody accepted. */
  readonly acceptor: Address | null
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly status: TradeStatus
  /** Block time at which the trade took its status, unix seconds. */
  readonly atS: number
  /** The transaction that gave the trade its status. */
  readonly txHash: TxHash
  /** Unix seconds. */
  readonly createdAtS: number
  /** Unix seconds. */
  readonly expiresAtS: number
}

/** An offer is settled, but nobody told when or where: it cannot be placed in any window of time. */
export class UntimedTradeError extends Error {
  override readonly name = 'UntimedTradeError'
  readonly offerId: OfferId

  constructor(offerId: OfferId) {
    super(`it is not known when offer ${offerId} was settled`)
    this.offerId = offerId
  }
}

/** @throws {UntimedTradeError} for a settled offer whose settlement was read from the state and not from its event. */
export function tradeOf(offer: Omit<Offer, 'unreturned'>): Trade {
  const { id, escrow, creator, recipient, offered, requested, createdAtS, expiresAtS, settlement } = offer
  const facts = { offerId: id, escrow, creator, recipient, offered, requested, createdAtS, expiresAtS }
  if (settlement === null)
    return { ...facts, status: 'created', atS: createdAtS, txHash: offer.createdTxHash, acceptor: null }
  const { kind, by, atS, txHash } = settlement
  if (atS === null || txHash === null) throw new UntimedTradeError(id)
  return { ...facts, status: kind, atS, txHash, acceptor: kind === 'completed' ? by : null }
}
