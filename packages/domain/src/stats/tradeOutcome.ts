import type { Trade } from './trade.ts'

/** An offer's outcome. `expired` whether returned or not; `cancelled` only if withdrawn while it could be accepted. */
export type TradeOutcome = 'open' | 'completed' | 'cancelled' | 'expired'

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
