import type { Trade } from '@parley/domain'
import {
  addressSchema,
  hash32Schema,
  isoTime,
  isoTimeSchema,
  uint256Schema,
  unixSecondsSchema,
  z,
} from './primitives.ts'
import { sideFields, sidesToWire } from './wireOffer.ts'

/** `GET /api/nft/{contract}/{tokenId}`: what a token's metadata says. Its text is the collection's own: show it as text only. */
export const nftSchema = z.object({
  success: z.literal(true),
  contract: addressSchema,
  tokenId: uint256Schema,
  name: z.string(),
  collectionName: z.string(),
  /** Where this server serves its picture. */
  image: z.string(),
  attributes: z.array(z.object({ trait: z.string(), value: z.string() })),
  /** There where its metadata is at fault, so that it says nothing of names and traits. */
  metadata: z.optional(z.literal('unread')),
})

export type WireNft = z.output<typeof nftSchema>

/** `GET /api/holdings/{address}`: every NFT of a wallet in the supported collections, at one block. */
export const holdingsSchema = z.object({
  success: z.literal(true),
  address: addressSchema,
  /** The block of this answer. */
  block: z.int(),
  nfts: z.array(
    z.object({
      contract: addressSchema,
      tokenId: uint256Schema,
      name: z.string(),
      collectionName: z.string(),
      image: z.string(),
      /** The open offer that holds it in escrow for this wallet, if one does. */
      escrowedBy: z.nullable(hash32Schema),
      /** The block in which it came to this wallet. Absent where the server didn't see that transfer. */
      receivedBlock: z.optional(z.int()),
    }),
  ),
  /** Collections that could not be read: shown as that, never as empty. */
  unreadable: z.array(addressSchema),
  nextCursor: z.nullable(z.string()),
})

export type WireHoldings = z.output<typeof holdingsSchema>

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

/** Writes a trade in the API's words. Inverse of `tradeFromWire`. */
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
