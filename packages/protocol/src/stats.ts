import type { Trade } from '@parley/domain'
import { addressSchema, hash32Schema, isoTime, isoTimeSchema, unixSeconds, unixSecondsSchema } from './primitives.ts'
import { sideFields, sidesFromWire, sidesToWire } from './wireOffer.ts'
import { z } from './zod.ts'

/** One offer as Trade Stats lists it. */
const wireTradeSchema = z.object({
  offerId: hash32Schema,
  escrow: addressSchema,
  creator: addressSchema,
  recipient: addressSchema,
  /** Null until accepted. */
  acceptor: z.nullable(addressSchema),
  ...sideFields,
  /** An offer that ran out and was not returned yet is still `created` (decision T1). */
  status: z.enum(['created', 'completed', 'cancelled']),
  /** Block time at which the trade took its status. */
  timestamp: isoTimeSchema,
  /** The transaction that gave it that status. */
  txHash: hash32Schema,
  createdAt: isoTimeSchema,
  expiresAt: unixSecondsSchema,
})

export type WireTrade = z.output<typeof wireTradeSchema>

const count = z.int().check(z.nonnegative())

/** Why the explorer, though configured, was not counted from. */
const explorerFailureSchema = z.enum([
  'unreachable',
  'rateLimited',
  'malformed',
  'refused',
  /** What it says is not what the chain says. */
  'contradicted',
  'tooMany',
])
export type ExplorerFailure = z.output<typeof explorerFailureSchema>

/** Why a refresh failed. The earlier numbers stay. */
const refreshFailureSchema = z.enum(['chainUnavailable', 'untimedTrades', 'databaseUnavailable', 'unknown'])
export type RefreshFailure = z.output<typeof refreshFailureSchema>

/** `GET /api/stats`. All numbers are as of one block. */
export const statsSchema = z.object({
  success: z.literal(true),
  totalCompleted: count,
  last24Hours: count,
  /** Time of the block that the numbers are of; the 24 hours are counted back from it. */
  lastUpdated: isoTimeSchema,
  block: count,
  source: z.enum(['explorer', 'index']),
  /** Completed trades in the index that the explorer lacks: made through other contracts, or too new. */
  completedFromIndex: count,
  explorerFailure: z.nullable(explorerFailureSchema),
  /** Set where the last refresh failed: these numbers are older than they should be. */
  refreshFailure: z.nullable(z.object({ reason: refreshFailureSchema, at: isoTimeSchema })),
  /** The last 30 UTC days, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), completed: count, cancelled: count, expired: count })),
  /** Completed trades of those days that a collection was part of. */
  collections: z.array(z.object({ contract: addressSchema, completed: count })),
})

export type WireStats = z.output<typeof statsSchema>

export const tradeSorts = ['timestamp', 'status', 'creator', 'acceptor', 'offered', 'requested'] as const

/** `GET /api/stats/trades`: the last seven days before the last refresh. */
export const statsTradesQuery = z.object({
  sort: z.optional(z.enum(tradeSorts)),
  order: z.optional(z.enum(['asc', 'desc'])),
  page: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,5}$/, 'a page from 1'))),
  limit: z.optional(z.string().check(z.regex(/^([1-9][0-9]?|100)$/, 'between 1 and 100'))),
})

export const statsTradesSchema = z.object({
  success: z.literal(true),
  trades: z.array(wireTradeSchema),
  /** Of all pages. */
  total: count,
  page: count,
  pages: count,
  lastUpdated: isoTimeSchema,
})

export type WireStatsTrades = z.output<typeof statsTradesSchema>

/** The same list whole, as comma-separated values. No JSON, so not in the route table. */
export const statsCsvPath = '/api/stats/trades.csv'

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
