import { declineReasons } from '@parley/domain'
import { addressSchema, hash32Schema, z } from './primitives.ts'
import {
  noteSchema,
  tableAnswer,
  tableHeadSchema,
  tableIdSchema,
  tableSeat,
  versionNumber,
  wireDealSchema,
} from './tables.ts'

const seconds = z.int().check(z.nonnegative())

/** Who may open a table with me (decision N7). */
export const inboundChoices = ['anyone', 'known', 'none'] as const
export type InboundChoice = (typeof inboundChoices)[number]

const inboundAnswer = z.object({
  success: z.literal(true),
  openTo: z.enum(inboundChoices),
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
/** A move at a table. With `logAfter`, the answer's log has only the lines after that one: the page has the others. */
const move = { logAfter: z.optional(z.int().check(z.nonnegative())) }
const declineFields = { reason: z.enum(declineReasons), text: z.prefault(noteSchema, '') }

/** Routes of tables. All of them need a session, except reading declines. */
export const tableRoutes = {
  tables: {
    method: 'GET',
    path: '/api/tables',
    params: none,
    query: z.extend(acting, {
      /** Lists the tables with this wallet alone. */
      with: z.optional(addressSchema),
      /** Lists those that have a version both were ready for, whatever came after it. */
      agreed: z.optional(z.literal('true')),
      cursor: z.optional(z.string().check(z.maxLength(128))),
    }),
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
      ...move,
    }),
    answers: { 200: tableAnswer },
  },
  tickVersion: {
    method: 'POST',
    path: '/api/tables/:tableId/ready',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, isReady: z.boolean(), ...move }),
    answers: { 200: tableAnswer },
  },
  declineVersion: {
    method: 'POST',
    path: '/api/tables/:tableId/decline',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, ...declineFields, ...move }),
    answers: { 200: tableAnswer },
  },
  withdrawVersion: {
    method: 'POST',
    path: '/api/tables/:tableId/withdraw',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, ...move }),
    answers: { 200: tableAnswer },
  },
  sayAtTable: {
    method: 'POST',
    path: '/api/tables/:tableId/notes',
    params: byTableId,
    query: acting,
    body: z.object({ text: noteSchema.check(z.refine((text) => text !== '', 'empty')), ...move }),
    answers: { 200: tableAnswer },
  },
  passLock: {
    method: 'POST',
    path: '/api/tables/:tableId/locker',
    params: byTableId,
    query: acting,
    body: z.object({ version: versionNumber, locker: tableSeat, ...move }),
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
      openTo: z.optional(z.enum(inboundChoices)),
      allow: z.optional(addressSchema),
      /** Allows these, except for those that are blocked. */
      allowAll: z.optional(z.array(addressSchema).check(z.maxLength(500))),
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
