import {
  declineReasons,
  durationChoices,
  maxNftsPerSide,
  maxNoteLength,
  type Nft,
  type TableDeal,
  type TableEntry,
  tableRefusals,
  type TableSide,
} from '@parley/domain'
import { addressSchema, hash32Schema, tidyText, uint256Schema, unseenCharacters, z } from './primitives.ts'

const seat = z.enum(['opener', 'guest'])
const seconds = z.int().check(z.nonnegative())
const versionNumber = z.int().check(z.positive())

export const tableIdSchema = z.string().check(z.regex(/^[0-9A-Za-z_-]{22}$/, 'not a table'))

/** A note or a reason: plain text without invisible characters. Emoji keep their joiners. */
export const noteSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(8 * maxNoteLength)),
    z.transform((text: string) => tidyText(tidyText(text).replaceAll(unseenButJoiner, ''))),
  ),
  z.string().check(z.refine((text) => [...text].length <= maxNoteLength, `at most ${maxNoteLength} characters`)),
)

const unseenButJoiner = new RegExp(`(?!\\u200D)${unseenCharacters.source}`, 'gu')

const wireNft = z.object({ contract: addressSchema, tokenId: uint256Schema })
/** A server refuses more with a code of its own, so the bound here only limits work. */
const wireSide = z.object({ nfts: z.array(wireNft).check(z.maxLength(2 * maxNftsPerSide)), wei: uint256Schema })

/** A deal as the API carries it: big numbers as decimal text. */
export const wireDealSchema = z.object({
  opener: wireSide,
  guest: wireSide,
  durationMinutes: z.union(durationChoices.map(({ minutes }) => z.literal(minutes))),
})
export type WireDeal = z.output<typeof wireDealSchema>

export function dealToWire({ opener, guest, durationMinutes }: TableDeal): WireDeal {
  return { opener: sideToWire(opener), guest: sideToWire(guest), durationMinutes }
}

export function dealFromWire({ opener, guest, durationMinutes }: WireDeal): TableDeal {
  return { opener: sideFromWire(opener), guest: sideFromWire(guest), durationMinutes }
}

function sideToWire({ nfts, wei }: TableSide): z.output<typeof wireSide> {
  return { nfts: nfts.map(({ contract, tokenId }) => ({ contract, tokenId: String(tokenId) })), wei: String(wei) }
}

function sideFromWire({ nfts, wei }: z.output<typeof wireSide>): TableSide {
  return {
    nfts: nfts.map(({ contract, tokenId }): Nft => ({ contract, tokenId: BigInt(tokenId) })),
    wei: BigInt(wei),
  }
}

const stamp = { by: seat, at: seconds, version: versionNumber }

/** A line of the log. `n` counts from 1 without gaps. Text that was deleted is empty. */
export const wireEntrySchema = z.discriminatedUnion('kind', [
  z.object({ n: z.int(), kind: z.literal('version'), ...stamp, deal: wireDealSchema, note: z.string() }),
  z.object({ n: z.int(), kind: z.enum(['ready', 'unready', 'agreed', 'withdrawn']), ...stamp }),
  z.object({ n: z.int(), kind: z.literal('declined'), ...stamp, reason: z.enum(declineReasons), text: z.string() }),
  z.object({ n: z.int(), kind: z.literal('note'), by: seat, at: seconds, text: z.string() }),
  z.object({ n: z.int(), kind: z.literal('locker'), ...stamp, locker: seat }),
  z.object({ n: z.int(), kind: z.literal('locked'), ...stamp, offerId: hash32Schema }),
  z.object({ n: z.int(), kind: z.literal('left'), by: seat, at: seconds }),
])
export type WireEntry = z.output<typeof wireEntrySchema>

/** Writes a line of the log in the API's words. */
export function entryToWire({ atS, ...entry }: TableEntry, n: number): WireEntry {
  return entry.kind === 'version' ? { ...entry, n, at: atS, deal: dealToWire(entry.deal) } : { ...entry, n, at: atS }
}

/** A table without its log. Times are unix seconds, server clock. */
export const tableHeadSchema = z.object({
  tableId: tableIdSchema,
  opener: addressSchema,
  guest: addressSchema,
  portal: z.nullable(z.string()),
  counters: z.nullable(hash32Schema),
  state: z.enum(['proposed', 'agreed', 'declined', 'withdrawn', 'lapsed', 'closed']),
  version: z.object({ number: versionNumber, by: seat, at: seconds, deal: wireDealSchema }),
  ready: z.object({ opener: z.boolean(), guest: z.boolean() }),
  locker: seat,
  agreedAt: z.nullable(seconds),
  /** The offer that locked it in, as the index has it. */
  lock: z.nullable(z.object({ offerId: hash32Schema, status: z.enum(['active', 'completed', 'cancelled']) })),
  closedBy: z.nullable(seat),
  openedAt: seconds,
  changedAt: seconds,
  /** When it lapses without another move. */
  lapsesAt: seconds,
  /** When each of the two was last here; null for never. */
  seen: z.object({ opener: z.nullable(seconds), guest: z.nullable(seconds) }),
  /** Lines in the log. Grows with every change that is seen by both. */
  entries: z.int(),
})
export type TableHead = z.output<typeof tableHeadSchema>

/** A table with its log, oldest line first. */
export const wireTableSchema = z.extend(tableHeadSchema, { log: z.array(wireEntrySchema) })
export type WireTable = z.output<typeof wireTableSchema>

const tableAnswer = z.object({ success: z.literal(true), table: wireTableSchema })
const presence = z.object({ opener: z.boolean(), guest: z.boolean() })

/**
 * `GET /api/tables/events?as=0x…&table=…`: server-sent events for the tables of the signed-in wallet. A page that names a
 * table sits at it: the other sees that.
 */
export const tableEventsPath = '/api/tables/events'
export const tableEventsQuery = z.object({ as: addressSchema, table: z.optional(tableIdSchema) })

export const tableEventSchema = z.discriminatedUnion('type', [
  /**
   * The first event of every connection, repeated when the server may have missed changes. It carries the watched table,
   * unless its log is too long. Refetch everything else.
   */
  z.object({ type: z.literal('hello'), table: z.optional(wireTableSchema), here: z.optional(presence) }),
  /** One of the wallet's tables changed. `log` has the new lines; a page that misses some reads the table again. */
  z.object({ type: z.literal('table'), table: tableHeadSchema, log: z.array(wireEntrySchema) }),
  /** Who sits at the watched table. */
  z.object({ type: z.literal('presence'), tableId: tableIdSchema, here: presence, seen: tableHeadSchema.shape.seen }),
  /** The session ended; the stream ends after it. */
  z.object({ type: z.literal('signed-out') }),
])
export type TableEvent = z.output<typeof tableEventSchema>

/** Codes of a refused request at a table, besides those of sign-in. */
export const tableFailures = [
  ...tableRefusals,
  /** An unknown table, or another pair's: the answer is the same. */
  'no-such-table',
  'unknown-collection',
  /** A collection outside the portal of the table. */
  'other-portal',
  /** An NFT of a side isn't held by the person who gives it. */
  'not-held',
  'over-balance',
  /** The invited wallet takes no tables from this one (decision N7). */
  'not-invited',
  /** An escrow or a collection: no table with it (decision K10). */
  'not-a-wallet',
  'self',
  'too-many-new',
  'too-many-open',
  'no-such-offer',
  /** The offer isn't between these two, was made before they agreed, or is settled. */
  'other-offer',
  'unavailable',
] as const
export type TableFailure = (typeof tableFailures)[number]

/** Who may open a table with me (decision N7). */
export const inboundChoices = ['anyone', 'known', 'nobody'] as const
export type InboundChoice = (typeof inboundChoices)[number]

const inboundAnswer = z.object({
  success: z.literal(true),
  who: z.enum(inboundChoices),
  /** With `known`: these, besides all the wallet has traded with. */
  allowed: z.array(addressSchema),
  blocked: z.array(addressSchema),
})

/** The recipient said no to an offer that is still in the escrow (decision N5). */
const wireDecline = z.object({
  offerId: hash32Schema,
  by: addressSchema,
  at: seconds,
  reason: z.enum(declineReasons),
  /** The recipient's words, for the offer's two parties while signed in; otherwise empty. */
  text: z.string(),
  /** Whether there are any. */
  hasText: z.boolean(),
})
export type WireDecline = z.output<typeof wireDecline>

/** The wallet for which the page acts. A session of another wallet is refused, so no click acts for the wrong person. */
const acting = z.object({ as: addressSchema })
const byTableId = z.object({ tableId: tableIdSchema })
const none = z.object({})
const declineFields = { reason: z.enum(declineReasons), text: z.prefault(noteSchema, '') }

/** Routes of tables. All of them need a session, except reading declines. */
export const tableRoutes = {
  tables: {
    method: 'GET',
    path: '/api/tables',
    params: none,
    query: z.extend(acting, { cursor: z.optional(z.string().check(z.maxLength(128))) }),
    body: null,
    /** Newest change first. */
    answers: {
      200: z.object({
        success: z.literal(true),
        tables: z.array(tableHeadSchema),
        nextCursor: z.nullable(z.string()),
      }),
    },
  },
  table: {
    method: 'GET',
    path: '/api/tables/:tableId',
    params: byTableId,
    query: acting,
    body: null,
    answers: { 200: tableAnswer },
  },
  /**
   * Opens a table. With `counters`, an offer in escrow between the two, version 1 has its terms, by its creator, and `deal`
   * is version 2, by the caller. Where the two have an open table about the same already, 200 with that one, unchanged.
   */
  openTable: {
    method: 'POST',
    path: '/api/tables',
    params: none,
    query: acting,
    body: z.object({
      with: addressSchema,
      portal: z.optional(z.string().check(z.maxLength(32))),
      counters: z.optional(hash32Schema),
      deal: wireDealSchema,
      note: z.prefault(noteSchema, ''),
      isReady: z.boolean(),
    }),
    answers: { 200: tableAnswer, 201: tableAnswer },
  },
  layVersion: {
    method: 'POST',
    path: '/api/tables/:tableId/versions',
    params: byTableId,
    query: acting,
    body: z.object({
      base: versionNumber,
      deal: wireDealSchema,
      note: z.prefault(noteSchema, ''),
      isReady: z.boolean(),
    }),
    answers: { 200: tableAnswer },
  },
  tickVersion: {
    method: 'POST',
    path: '/api/tables/:tableId/ready',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, isReady: z.boolean() }),
    answers: { 200: tableAnswer },
  },
  declineVersion: {
    method: 'POST',
    path: '/api/tables/:tableId/decline',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, ...declineFields }),
    answers: { 200: tableAnswer },
  },
  withdrawVersion: {
    method: 'POST',
    path: '/api/tables/:tableId/withdraw',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber }),
    answers: { 200: tableAnswer },
  },
  sayAtTable: {
    method: 'POST',
    path: '/api/tables/:tableId/notes',
    params: byTableId,
    query: acting,
    body: z.object({ text: noteSchema.check(z.refine((text) => text !== '', 'empty')) }),
    answers: { 200: tableAnswer },
  },
  passLock: {
    method: 'POST',
    path: '/api/tables/:tableId/locker',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, locker: seat }),
    answers: { 200: tableAnswer },
  },
  /** Names the offer that locks the agreed version in. The server checks it against the index (decision C2). */
  lockTable: {
    method: 'POST',
    path: '/api/tables/:tableId/lock',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, offerId: hash32Schema }),
    answers: { 200: tableAnswer },
  },
  leaveTable: {
    method: 'POST',
    path: '/api/tables/:tableId/leave',
    params: byTableId,
    query: acting,
    body: z.object({}),
    answers: { 200: tableAnswer },
  },
  /** Tells the operator. `reportId` stands in the server's log. */
  reportTable: {
    method: 'POST',
    path: '/api/tables/:tableId/report',
    params: byTableId,
    query: acting,
    body: z.object({ text: noteSchema }),
    answers: { 200: z.object({ success: z.literal(true), reportId: z.string() }) },
  },
  inbound: {
    method: 'GET',
    path: '/api/inbound',
    params: none,
    query: acting,
    body: null,
    answers: { 200: inboundAnswer },
  },
  /** Changes the named settings alone. Blocking a wallet closes the open tables with it. */
  changeInbound: {
    method: 'POST',
    path: '/api/inbound',
    params: none,
    query: acting,
    body: z.object({
      who: z.optional(z.enum(inboundChoices)),
      allow: z.optional(addressSchema),
      disallow: z.optional(addressSchema),
      block: z.optional(addressSchema),
      unblock: z.optional(addressSchema),
    }),
    answers: { 200: inboundAnswer },
  },
  /** Declines of unsettled offers of a wallet, in either role. Reasons from the list are public, words are not. */
  declines: {
    method: 'GET',
    path: '/api/declines/:address',
    params: z.object({ address: addressSchema }),
    query: none,
    body: null,
    answers: { 200: z.object({ success: z.literal(true), declines: z.array(wireDecline) }) },
  },
  declineOffer: {
    method: 'POST',
    path: '/api/swap-offers/:offerId/decline',
    params: z.object({ offerId: hash32Schema }),
    query: acting,
    body: z.object(declineFields),
    answers: { 200: z.object({ success: z.literal(true), decline: wireDecline }) },
  },
} as const
