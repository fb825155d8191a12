import { historyOutcomes, tradeRoles } from '@parley/domain'
import { addressSchema, isoTimeSchema, unixSecondsSchema, z } from './primitives.ts'
import { wireOfferSchema } from './wireOffer.ts'
import type { Route } from './routes.ts'

const count = z.int().check(z.nonnegative())

/** `GET /api/traders/{address}`: what the escrows' events say of a wallet (decision I4). */
const traderSchema = z.object({
  success: z.literal(true),
  address: addressSchema,
  /** Made by the wallet, unsettled, and not expired. */
  openOffers: count,
  /** In either role. */
  completedTrades: count,
  /** Of the completed trades: in how many each collection changed hands, most traded first. The first fifty. */
  collections: z.array(z.object({ contract: addressSchema, trades: count })),
  /** How many there are in all. */
  collectionCount: count,
  /** The wallet's first and last transaction at the escrows: it created or settled an offer. Null if it never did. */
  firstSeen: z.nullable(isoTimeSchema),
  lastSeen: z.nullable(isoTimeSchema),
})

export type WireTrader = z.output<typeof traderSchema>

const page = {
  cursor: z.optional(z.string().check(z.maxLength(128))),
  limit: z.optional(z.string().check(z.regex(/^([1-9][0-9]?|100)$/, 'between 1 and 100'))),
}

const pageAnswer = z.object({
  success: z.literal(true),
  offers: z.array(wireOfferSchema),
  /** Null after the last page. A page may hold fewer than its limit, or none, and still have a next one. */
  nextCursor: z.nullable(z.string()),
})

/** Which of a wallet's offers are wanted. */
export const historyQuery = z.object({
  /** `expired`: it ran out, returned or not. */
  outcome: z.optional(z.enum(historyOutcomes)),
  /** The wallet's own role. */
  role: z.optional(z.enum(tradeRoles)),
  /** A collection on either side. */
  collection: z.optional(addressSchema),
  /** The other party. */
  with: z.optional(addressSchema),
  /** The first second of the period, by when an offer took its state. */
  from: z.optional(unixSecondsSchema),
  /** The first second after it. */
  to: z.optional(unixSecondsSchema),
})

export type HistoryQuery = z.input<typeof historyQuery>

const byAddress = z.object({ address: addressSchema })
const none = z.object({})

/** Routes of traders' pages, which load them with the page. Public: all of it is in the escrows' events. */
export const traderRoutes = {
  trader: {
    method: 'GET',
    path: '/api/traders/:address',
    params: byAddress,
    query: none,
    body: null,
    answers: { 200: traderSchema },
  },
  /** How many trades two wallets have completed with each other. */
  tradesWith: {
    method: 'GET',
    path: '/api/traders/:address/with/:other',
    params: z.object({ address: addressSchema, other: addressSchema }),
    query: none,
    body: null,
    answers: { 200: z.object({ success: z.literal(true), completedTrades: count }) },
  },
  /** Offers that the wallet made and that can be accepted now, newest first. */
  traderOffers: {
    method: 'GET',
    path: '/api/traders/:address/offers',
    params: byAddress,
    query: z.object(page),
    body: null,
    answers: { 200: pageAnswer },
  },
  /**
   * The wallet's offers in both roles, filtered, newest first. Completed ones alone are ordered by completion. The same
   * as CSV: see `historyCsvPath`.
   */
  traderHistory: {
    method: 'GET',
    path: '/api/traders/:address/history',
    params: byAddress,
    query: z.extend(historyQuery, page),
    body: null,
    answers: { 200: pageAnswer },
  },
} as const satisfies Record<string, Route>

/** `GET /api/traders/{address}/history.csv`, with the filter of `traderHistory`. That isn't JSON, so not in a table. */
export function historyCsvPath(address: string, query: HistoryQuery = {}): string {
  const wanted = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) wanted.set(name, value)
  return `/api/traders/${address}/history.csv${wanted.size > 0 ? `?${wanted}` : ''}`
}
