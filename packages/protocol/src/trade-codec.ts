import type { Trade } from '@parley/domain'
import { sidesFromWire, sidesToWire } from './sides-codec.ts'
import type { WireTrade } from './stats.ts'
import { isoTime, unixSeconds } from './wire-time.ts'

/** Writes a trade in the API's words. Inverse of {@link tradeFromWire}. */
export function tradeToWire(trade: Trade): WireTrade {
  return {
    offerId: trade.offerId,
    escrow: trade.escrow,
    creator: trade.creator,
    recipient: trade.recipient,
    acceptor: trade.acceptor,
    ...sidesToWire(trade),
    status: trade.status,
    timestamp: isoTime(trade.atS),
    txHash: trade.txHash,
    createdAt: isoTime(trade.createdAtS),
    expiresAt: String(trade.expiresAtS),
  }
}

/** Reads a trade from the API's words. */
export function tradeFromWire(wire: WireTrade): Trade {
  return {
    offerId: wire.offerId,
    escrow: wire.escrow,
    creator: wire.creator,
    recipient: wire.recipient,
    acceptor: wire.acceptor,
    ...sidesFromWire(wire),
    status: wire.status,
    atS: unixSeconds(wire.timestamp),
    txHash: wire.txHash,
    createdAtS: unixSeconds(wire.createdAt),
    expiresAtS: Number(wire.expiresAt),
  }
}
