import { randomUUID } from 'node:crypto'
import type { Address, Seat, Table } from '@parley/domain'
import { type TableEvent, tableEventsPath, tableEventsQuery } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import type { Fence } from '../fence.ts'
import { parseInput } from '../http/bindRoutes.ts'
import { createEventStreams, type EventStream, type EventStreams, maxWaitingBytes } from '../http/eventStream.ts'
import { HttpError } from '../http/httpError.ts'
import type { Inbox } from '../inbox/createInbox.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'
import { coalesceByKey } from '../lib/async.ts'
import { failureText } from '../log.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { ClosedTables } from './closedTables.ts'
import { createPresence, type Here, nobodyHere } from './presence.ts'
import { tableFailure } from './tableFailure.ts'
import { readHead, readWhole } from './tableReads.ts'
import { findTable, logLength, readEntries, seatOf } from './tableStore.ts'

/** More pages than one person has open. */
const maxStreamsOfWallet = 20
/** Tables for which the last line that was sent is remembered. For others, pages may get a line twice. */
const maxRemembered = 10_000
/** A longer greeting has no log in it: a slow page couldn't take it in. */
const maxGreetingBytes = maxWaitingBytes / 2

type Parties = Pick<Table, 'id' | Seat> & { readonly closed: unknown }

/** Tells open pages what happens at their tables, at all servers of the database. */
export interface TableFeed {
  /** Part of the transaction that changes a table: the other servers hear of it on commit. */
  announce(tx: Transaction<Schema>, table: Parties, after: number): Promise<void>
  /** After the commit. `after` is the number of log lines before the change; null if only the head changed. */
  tell(table: Parties, after: number | null): void
  /** Serves the streams. */
  attach(app: FastifyInstance): void
  counts(): { readonly streams: number }
  close(): Promise<void>
}

interface FeedParts extends Pick<Context, 'db' | 'log'> {
  readonly fence: Fence
  readonly sessions: Pick<Sessions, 'require' | 'onEnded'>
  readonly inbox: Pick<Inbox, 'follow' | 'counts' | 'announce' | 'changed'>
  readonly closedTables: Pick<ClosedTables, 'closed' | 'lookAgain'>
  /** How often a wallet may sit down in a minute. */
  readonly seatsPerMinute: number
}

/** An open page of one wallet. */
interface Page {
  readonly wallet: Address
  /** The table that it sits at. */
  readonly tableId: string | null
  readonly stream: EventStream
  /** Events that have to wait for the greeting; null once it was sent. */
  waiting: TableEvent[] | null
  isGreeted: boolean
  greeting: Promise<void>
}

const noteSchema = z.object({
  from: z.string(),
  table: z
    .object({
      id: z.string(),
      opener: z.templateLiteral(['0x', z.string()]),
      guest: z.templateLiteral(['0x', z.string()]),
      closed: z.boolean().default(false),
    })
    .optional(),
  after: z.number().optional(),
  presence: z.string().optional(),
})

export async function createTableFeed({
  db,
  log,
  fence,
  sessions,
  inbox,
  closedTables,
  seatsPerMinute,
}: FeedParts): Promise<TableFeed> {
  const own = randomUUID()
  const pages = new Map<Address, Set<Page>>()
  /** Those that watch a table, by its id. */
  const watching = new Map<string, Set<Page>>()
  /** Changes that wait to be sent to pages of this server, by table. */
  const changes = new Map<
    string,
    { readonly table: Parties; readonly after: number | null; readonly isOfHead: boolean }
  >()
  /** The last line that was sent, of tables with a page open. */
  const lastLines = new LRUCache<string, number>({ max: maxRemembered })
  /** The presence that was sent last, by watched table. */
  const lastHere = new Map<string, string>()
  let streams: EventStreams | null = null
  const comings = new TokenBuckets({ capacity: seatsPerMinute, perSecond: seatsPerMinute / 60 })

  const pagesOf = (wallets: readonly Address[]) => wallets.flatMap((wallet) => [...(pages.get(wallet) ?? [])])
  const pagesAt = (tableId: string) => [...(watching.get(tableId) ?? [])]
  const send = (page: Page, event: TableEvent): void => {
    if (page.waiting) page.waiting.push(event)
    else fence.run('stream', page.stream, () => page.stream.tell(event))
  }

  /** One table at a time, so that its pages hear of changes in their order. */
  const tellChange = coalesceByKey(async (id) => {
    const change = changes.get(id)
    changes.delete(id)
    if (!change) return
    const { opener, guest } = change.table
    if (pagesOf([opener, guest]).length === 0) return void lastLines.delete(id)
    try {
      const stored = await findTable(db.read, id)
      if (!stored) return
      const table = await readHead(db.read, stored, nowS())
      const after = lastLines.get(id) ?? change.after ?? table.entries
      // Told together with the change before.
      if (after >= table.entries && !change.isOfHead) return
      const event = {
        type: 'table',
        table,
        log: await readEntries(db.read, id, { after, upTo: table.entries }),
      } as const
      lastLines.set(id, table.entries)
      for (const page of pagesOf([opener, guest])) send(page, event)
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'a change at a table could not be told')
      // They come again and read everything.
      for (const { stream } of pagesOf([opener, guest])) stream.end()
    }
  })

  const tellPresence = coalesceByKey(async (tableId) => {
    const told = pagesAt(tableId)
    if (told.length === 0) return
    try {
      const stored = await findTable(db.read, tableId)
      if (!stored) return
      const here = await presenceAt(tableId)
      for (const page of pagesAt(tableId)) send(page, { type: 'presence', tableId, here, seen: stored.seen })
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'who sits at a table could not be told')
      for (const { stream } of told) stream.end()
    }
  })

  const presence = createPresence({
    db,
    log,
    changed: {
      announce: async (tx, tableId) => db.relay?.send(tx, JSON.stringify({ from: own, presence: tableId })),
      tell: (tableId) => void tellPresence(tableId),
    },
    async renewed() {
      const watched = [...watching.keys()]
      const now = await presence.here(watched)
      for (const id of watched)
        if (JSON.stringify(now.get(id) ?? nobodyHere) !== lastHere.get(id)) void tellPresence(id)
    },
  })

  async function presenceAt(tableId: string): Promise<Here> {
    const here = (await presence.here([tableId])).get(tableId) ?? nobodyHere
    lastHere.set(tableId, JSON.stringify(here))
    return here
  }

  async function readGreeting({ wallet, tableId }: Page): Promise<TableEvent> {
    const [counts, stored] = await Promise.all([
      inbox.counts(wallet),
      tableId === null ? null : findTable(db.read, tableId),
    ])
    const hello = { type: 'hello', inbox: counts } as const
    if (!stored) return hello
    const here = await presenceAt(stored.table.id)
    if ((await logLength(db.read, stored)) > maxGreetingBytes) return { ...hello, here }
    const table = await readWhole(db.read, stored, nowS())
    const isLong = JSON.stringify(table).length > maxGreetingBytes
    return { ...hello, here, ...(!isLong && { table }) }
  }

  /** Sends `hello`, then the events that were queued. Greetings of a page wait for each other: two may be due at once. */
  function greet(page: Page): Promise<void> {
    page.greeting = page.greeting.then(async () => {
      page.waiting ??= []
      const greeting = await readGreeting(page)
      if (page.isGreeted) page.stream.tell(greeting)
      else page.stream.open(greeting)
      page.isGreeted = true
      const { waiting } = page
      page.waiting = null
      for (const event of waiting) page.stream.tell(event)
    })
    return page.greeting
  }

  function hear(text: string): void {
    const note = readNote(text)
    if (!note || note.from === own) return
    if (note.table) tell(note.table, note.after ?? 0)
    if (note.presence !== undefined) void tellPresence(note.presence)
  }

  function tell(table: Parties, after: number | null): void {
    inbox.changed([table.opener, table.guest])
    if (table.closed) closedTables.closed(table.id)
    const waiting = changes.get(table.id)
    changes.set(table.id, {
      table,
      after: waiting?.after ?? after,
      isOfHead: after === null || waiting?.isOfHead === true,
    })
    void tellChange(table.id)
  }

  /** Notes were lost, so pages read everything again. */
  async function greetAll(): Promise<void> {
    for (const page of [...pages.values()].flatMap((all) => [...all]))
      fence.run('stream', page.stream, () => greet(page))
  }

  const stopHearing = await db.relay?.hear(hear, () => {
    closedTables.lookAgain()
    void greetAll()
  })

  return {
    async announce(tx, { id, opener, guest, closed }, after) {
      const table = { id, opener, guest, closed: Boolean(closed) }
      await inbox.announce(tx, [opener, guest])
      await db.relay?.send(tx, JSON.stringify({ from: own, table, after }))
    },
    tell,
    attach(app) {
      const opened = createEventStreams(app, tableEventsPath, fence)
      streams = opened
      app.get(tableEventsPath, async (request, reply) => {
        const { as, table: tableId } = parseInput(tableEventsQuery, request.query)
        const session = await sessions.require(request, as)
        const wallet = session.address
        const stored = tableId === undefined ? null : await findTable(db.read, tableId)
        const seat = stored && seatOf(stored.table, wallet)
        if (tableId !== undefined && !seat) throw tableFailure('no-such-table')
        if (pagesOf([wallet]).length >= maxStreamsOfWallet)
          throw new HttpError(429, 'too many open pages', { retryAfterS: 30 })
        // Each arrival and departure is shown on the other page.
        if (seat && !comings.take(wallet)) throw new HttpError(429, 'sitting down too often', { retryAfterS: 5 })
        const stream = opened.open(reply, opened.enter(request.network))
        const page: Page = {
          wallet,
          tableId: stored?.table.id ?? null,
          stream,
          waiting: [],
          isGreeted: false,
          greeting: Promise.resolve(),
        }
        addTo(pages, wallet, page)
        if (page.tableId !== null) addTo(watching, page.tableId, page)
        let leaveSeat: (() => Promise<void>) | null = null
        let isOpen = true
        const leave = (): void => {
          leaveSeat?.().catch((error: unknown) =>
            log.warn({ reason: failureText(error) }, 'a seat at a table could not be given up'),
          )
        }
        const forgetInbox = inbox.follow(wallet, (news) => send(page, { type: 'inbox', ...news }))
        const forgetSession = sessions.onEnded(session, () =>
          fence.run('stream', stream, () => {
            send(page, { type: 'signed-out' })
            stream.finish()
          }),
        )
        stream.onClose(
          fence.around('stream', stream, () => {
            isOpen = false
            forgetSession()
            forgetInbox()
            removeFrom(pages, wallet, page)
            if (page.tableId !== null) {
              removeFrom(watching, page.tableId, page)
              if (!watching.has(page.tableId)) lastHere.delete(page.tableId)
            }
            leave()
          }),
        )
        fence.run('stream', stream, async () => {
          // Who was left or blocked isn't told when the other looks at the table again.
          if (stored && seat && !stored.table.closed) leaveSeat = await presence.join(stored.table.id, seat)
          if (!isOpen) return leave()
          await greet(page)
        })
      })
    },
    counts: () => ({ streams: streams?.count() ?? 0 }),
    async close() {
      await stopHearing?.()
      await presence.close()
    },
  }
}

function addTo<K>(index: Map<K, Set<Page>>, key: K, page: Page): void {
  index.set(key, (index.get(key) ?? new Set()).add(page))
}

function removeFrom<K>(index: Map<K, Set<Page>>, key: K, page: Page): void {
  const pages = index.get(key)
  pages?.delete(page)
  if (pages?.size === 0) index.delete(key)
}

export function nowS(): number {
  return Math.floor(Date.now() / 1000)
}

/** @returns null for a note about something else. */
function readNote(text: string): z.output<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
