import type { Trade } from './trade.ts'

/**
 * What became of an offer. One that ran out counts as `expired` whether its NFTs were returned or not, since nobody took it;
 * `cancelled` is one that its creator took back while it could still be accepted.
 */
export type TradeOutcome = 'open' | 'completed' | 'cancelled' | 'expired'

/** The outcome at chain time `nowS` and when it came about, both in unix seconds. */
export function tradeOutcome(
  trade: Pick<Trade, 'status' | 'atS' | 'expiresAtS'>,
  nowS: number,
): { outcome: TradeOutcome; atS: number } {
  if (trade.status === 'completed') return { outcome: 'completed', atS: trade.atS }
  const leftS = trade.status === 'cancelled' ? trade.atS : nowS
  if (leftS > trade.expiresAtS) return { outcome: 'expired', atS: trade.expiresAtS }
  return { outcome: trade.status === 'cancelled' ? 'cancelled' : 'open', atS: trade.atS }
}
