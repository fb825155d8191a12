import { configSchema } from './deployment.ts'
import { holdingsSchema, nftSchema, statsSchema, statsTradesQuery, statsTradesSchema } from './answers.ts'
import { addressSchema, hash32Schema, uint256Schema, z } from './primitives.ts'
import { iceSchema, roomParams, roomSchema } from './voice/voiceRooms.ts'
import { offerHint, settlementHint, wireOfferSchema } from './wireOffer.ts'

/**
 * What every failed request answers. `field` names the parameter or body field that is wrong.
 * `offer` comes with a 409: the offer as the chain has it (decision C2).
 */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  field: z.optional(z.string()),
  offer: z.optional(wireOfferSchema),
  /** A machine-readable cause. */
  code: z.optional(z.string()),
})
export type WireFailure = z.output<typeof failureSchema>

const offersAnswer = z.object({ success: z.literal(true), offers: z.array(wireOfferSchema) })
const userOffersAnswer = z.extend(offersAnswer, {
  nextCursor: z.nullable(z.string()),
  /** Of all offers of the wallet, in either role: unsettled, and closed. */
  counts: z.object({ active: z.int(), completed: z.int() }),
  /** Closed offers that the wallet created, with NFTs still in the escrow. */
  unreturned: z.array(wireOfferSchema),
})
const offerAnswer = z.object({ success: z.literal(true), offer: wireOfferSchema })
const recordedAnswer = z.object({ success: z.literal(true), offer: wireOfferSchema, warning: z.optional(z.string()) })
const pendingAnswer = z.object({ success: z.literal(true), pending: z.literal(true), txHash: hash32Schema })

const byAddress = z.object({ address: addressSchema })
const byOfferId = z.object({ offerId: hash32Schema })
const none = z.object({})

/**
 * The public JSON routes. With those of sessions and tables they are {@link allRoutes}. The server's handlers, the browser's client and the OpenAPI document come from this table.
 * `answers` maps a success status to its body; every failure has the shape of {@link failureSchema}.
 */
export const routes = {
  config: { method: 'GET', path: '/api/config', params: none, query: none, body: null, answers: { 200: configSchema } },
  syncOffers: {
    method: 'GET',
    path: '/api/swap-offers/sync',
    params: none,
    query: z.object({ fromBlock: z.optional(z.literal('0')) }),
    body: null,
    answers: {
      200: z.object({
        success: z.literal(true),
        details: z.object({ created: z.int(), reactivated: z.int(), deactivated: z.int() }),
      }),
    },
  },
  offersByCreator: {
    method: 'GET',
    path: '/api/swap-offers/creator/:address',
    params: byAddress,
    query: none,
    body: null,
    answers: { 200: offersAnswer },
  },
  offersByRecipient: {
    method: 'GET',
    path: '/api/swap-offers/recipient/:address',
    params: byAddress,
    query: none,
    body: null,
    answers: { 200: offersAnswer },
  },
  offersByUser: {
    method: 'GET',
    path: '/api/swap-offers/user/:address',
    params: byAddress,
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(128))),
      limit: z.optional(z.string().check(z.regex(/^([1-9][0-9]?|100)$/, 'between 1 and 100'))),
    }),
    body: null,
    answers: { 200: userOffersAnswer },
  },
  expiredByCreator: {
    method: 'GET',
    path: '/api/expired-offers/creator/:address',
    params: byAddress,
    query: none,
    body: null,
    answers: { 200: offersAnswer },
  },
  offer: {
    method: 'GET',
    path: '/api/swap-offers/:offerId',
    params: byOfferId,
    query: none,
    body: null,
    answers: { 200: offerAnswer, 202: pendingAnswer },
  },
  recordOffer: {
    method: 'POST',
    path: '/api/swap-offers',
    params: none,
    query: none,
    body: offerHint,
    answers: { 200: recordedAnswer, 201: recordedAnswer, 202: pendingAnswer },
  },
  patchOffer: {
    method: 'PATCH',
    path: '/api/swap-offers/:offerId',
    params: byOfferId,
    query: none,
    body: settlementHint,
    answers: { 200: recordedAnswer, 202: pendingAnswer },
  },
  holdings: {
    method: 'GET',
    path: '/api/holdings/:address',
    params: byAddress,
    query: z.object({ cursor: z.optional(z.string().check(z.maxLength(128))) }),
    body: null,
    answers: { 200: holdingsSchema },
  },
  /** The picture is at `…/image?size=256|512|1024|original&retry=1&ts=…`. That isn't JSON, so not in this table. */
  nft: {
    method: 'GET',
    path: '/api/nft/:contract/:tokenId',
    params: z.object({ contract: addressSchema, tokenId: uint256Schema }),
    query: none,
    body: null,
    answers: { 200: nftSchema },
  },
  stats: {
    method: 'GET',
    path: '/api/stats',
    params: none,
    query: none,
    body: null,
    answers: { 200: statsSchema },
  },
  statsTrades: {
    method: 'GET',
    path: '/api/stats/trades',
    params: none,
    query: statsTradesQuery,
    body: null,
    answers: { 200: statsTradesSchema },
  },
  voiceIce: {
    method: 'GET',
    path: '/api/voice/ice',
    params: none,
    query: none,
    body: null,
    answers: { 200: iceSchema },
  },
  voiceRoom: {
    method: 'GET',
    path: '/api/voice/rooms/:roomId',
    params: roomParams,
    query: none,
    body: null,
    answers: { 200: roomSchema },
  },
} as const satisfies Record<string, Route>

export interface Route {
  method: 'GET' | 'POST' | 'PATCH'
  /** Fastify's form: `:name` marks a parameter. */
  path: `/${string}`
  params: z.ZodMiniType
  query: z.ZodMiniType
  body: z.ZodMiniType | null
  answers: Record<number, z.ZodMiniType>
}

export type Routes = typeof routes
export type RouteTable = Readonly<Record<string, Route>>
