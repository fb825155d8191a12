import {
  declineReasons,
  durationChoices,
  lapsesAtS,
  maxNftsPerSide,
  maxNoteLength,
  type Nft,
  type Table,
  type TableDeal,
  type TableEntry,
  tableRefusals,
  type TableSide,
  tableState,
} from '@parley/domain'
import { addressSchema, hash32Schema, tidyText, uint256Schema, unseenCharacters, z } from './primitives.ts'

export const tableSeat = z.enum(['opener', 'guest'])
const seconds = z.int().check(z.nonnegative())
export const versionNumber = z.int().check(z.positive())

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

export const wireNft = z.object({ contract: addressSchema, tokenId: uint256Schema })
/** A server refuses more with a code of its own, so the bound here only limits work. */
export const wireSide = z.object({ nfts: z.array(wireNft).check(z.maxLength(2 * maxNftsPerSide)), wei: uint256Schema })

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

export function sideToWire({ nfts, wei }: TableSide): z.output<typeof wireSide> {
  return { nfts: nfts.map(({ contract, tokenId }) => ({ contract, tokenId: String(tokenId) })), wei: String(wei) }
}

export function sideFromWire({ nfts, wei }: z.output<typeof wireSide>): TableSide {
  return {
    nfts: nfts.map(({ contract, tokenId }): Nft => ({ contract, tokenId: BigInt(tokenId) })),
    wei: BigInt(wei),
  }
}

const stamp = { by: tableSeat, at: seconds, version: versionNumber }

/** A line of the log. `n` counts from 1 without gaps. Text that was deleted is empty. */
export const wireEntrySchema = z.discriminatedUnion('kind', [
  z.object({ n: z.int(), kind: z.literal('version'), ...stamp, deal: wireDealSchema, note: z.string() }),
  z.object({ n: z.int(), kind: z.enum(['ready', 'unready', 'agreed', 'withdrawn']), ...stamp }),
  z.object({ n: z.int(), kind: z.literal('declined'), ...stamp, reason: z.enum(declineReasons), text: z.string() }),
  z.object({ n: z.int(), kind: z.literal('note'), by: tableSeat, at: seconds, text: z.string() }),
  z.object({ n: z.int(), kind: z.literal('locker'), ...stamp, locker: tableSeat }),
  z.object({ n: z.int(), kind: z.literal('locked'), ...stamp, offerId: hash32Schema }),
  z.object({ n: z.int(), kind: z.literal('left'), by: tableSeat, at: seconds }),
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
  version: z.object({ number: versionNumber, by: tableSeat, at: seconds, deal: wireDealSchema }),
  ready: z.object({ opener: z.boolean(), guest: z.boolean() }),
  locker: tableSeat,
  agreedAt: z.nullable(seconds),
  /** What both were last ready for, also where they have moved on since: offers are compared with it. */
  agreed: z.nullable(z.object({ number: versionNumber, at: seconds, deal: wireDealSchema })),
  /**
   * The offer that locked it in, as the index has it, and whose it is. `active`: unsettled, also after `expiresAt` in chain
   * time, which is null while the index has lost sight of it. Servers of the first release name neither: then it is the offer
   * of `locker`.
   */
  lock: z.nullable(
    z.object({
      offerId: hash32Schema,
      status: z.enum(['active', 'completed', 'cancelled']),
      by: z.optional(tableSeat),
      expiresAt: z.prefault(z.nullable(seconds), null),
    }),
  ),
  closedBy: z.nullable(tableSeat),
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

/** Facts about a table besides its moves. */
interface TableFacts extends Pick<TableHead, 'lock' | 'seen' | 'entries'> {
  /** Unix seconds. */
  readonly nowS: number
  /** When its offer ends or ended; 0 where it has none, Infinity where the index has lost sight of it. */
  readonly offerEndsS: number
}

/** Writes a table in the API's words, without its log. */
export function tableToWire(table: Table, { nowS, lock, offerEndsS, seen, entries }: TableFacts): TableHead {
  const { version } = table
  const state = tableState(table, nowS, offerEndsS)
  return {
    tableId: table.id,
    opener: table.opener,
    guest: table.guest,
    portal: table.portal,
    counters: table.counters,
    // After the swap it doesn't lapse.
    state: state === 'lapsed' && lock?.status === 'completed' ? 'agreed' : state,
    version: { number: version.number, by: version.by, at: version.atS, deal: dealToWire(version.deal) },
    ready: table.ready,
    locker: table.locker,
    agreedAt: table.agreedAtS,
    agreed: table.agreed && {
      number: table.agreed.number,
      at: table.agreed.atS,
      deal: dealToWire(table.agreed.deal),
    },
    lock,
    closedBy: table.closed?.by ?? null,
    openedAt: table.openedAtS,
    changedAt: table.changedAtS,
    lapsesAt: lapsesAtS(table, Number.isFinite(offerEndsS) ? offerEndsS : 0),
    seen,
    entries,
  }
}

/** A table with its log, oldest line first. */
export const wireTableSchema = z.extend(tableHeadSchema, { log: z.array(wireEntrySchema) })
export type WireTable = z.output<typeof wireTableSchema>

export const tableAnswer = z.object({ success: z.literal(true), table: wireTableSchema })
const presence = z.object({ opener: z.boolean(), guest: z.boolean() })

/** Of all items of a wallet's inbox: unread, and waiting for it (decision I1). */
export const inboxCountsSchema = z.object({ unread: z.int(), needsYou: z.int() })
export type InboxCounts = z.output<typeof inboxCountsSchema>

/**
 * `GET /api/tables/events?as=0x…&table=…`: events for tables and inbox of a wallet. A page that names a table sits
 * at it: the other sees that.
 */
export const tableEventsPath = '/api/tables/events'
export const tableEventsQuery = z.object({ as: addressSchema, table: z.optional(tableIdSchema) })

export const tableEventSchema = z.discriminatedUnion('type', [
  /**
   * The first event of every connection, repeated when the server may have missed changes. It carries the watched table,
   * unless its log is too long. Refetch everything else.
   */
  z.object({
    type: z.literal('hello'),
    table: z.optional(wireTableSchema),
    here: z.optional(presence),
    /** Of the wallet's inbox. */
    inbox: z.optional(inboxCountsSchema),
  }),
  /** One of the wallet's tables changed. `log` has the new lines; a page that misses some reads the table again. */
  z.object({ type: z.literal('table'), table: tableHeadSchema, log: z.array(wireEntrySchema) }),
  /** Who sits at the watched table. */
  z.object({ type: z.literal('presence'), tableId: tableIdSchema, here: presence, seen: tableHeadSchema.shape.seen }),
  /** The wallet's inbox changed. `added`: ids that are new and unread, each told once to a stream. */
  z.object({ type: z.literal('inbox'), counts: inboxCountsSchema, added: z.array(z.string()) }),
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
  /** Strangers have laid more before the invited wallet than it has looked at. */
  'guest-busy',
  /** The wallet or its network has changed tables so much that a day's space is used up. */
  'used-up',
  'no-such-offer',
  /** The offer isn't between these two, has other terms, was made before they agreed, or is settled. */
  'other-offer',
  'unavailable',
] as const
export type TableFailure = (typeof tableFailures)[number]
