import type { Address } from '../address.ts'
import type { Nft } from '../nft.ts'
import type { DealCoins, Offer, OfferId, TxHash } from '../offer.ts'

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
