import { randomUUID } from 'node:crypto'
import type { Seat, Table } from '@parley/domain'
import type { WireEntry } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Schema } from '../db/schema.ts'
import type { Inbox } from '../inbox/createInbox.ts'
import type { ChangedTable } from '../inbox/keptInboxes.ts'
import { coalesceByKey } from '../lib/async.ts'
import { failureText } from '../log.ts'
import type { ClosedTables, Pair } from './closedTables.ts'
import { createPresence, type Here, nobodyHere } from './presence.ts'
import { createTablePages, type TablePagesParts } from './tablePages.ts'
import { headOf, nowS, offersOfTables } from './tableReads.ts'
import { findTable, linesAfter, readEntries, type SavedTable } from './tableStore.ts'

/** Tables for which the last line that was sent is remembered. For others, pages may get a line twice. */
const maxRemembered = 10_000
type Parties = Pick<Table, 'id' | Seat> & { readonly closed: unknown }

/** Tells open pages what happens at their tables, at all servers of the database. */
export interface TableFeed {
  /** Part of the transaction that changes a table: the other servers hear of it on commit. */
  announce(tx: Transaction<Schema>, table: Parties, after: number): Promise<void>
  /**
   * After the commit. `after` is the number of log lines before the change; null if only the head changed. With `saved`, a
   * change by this server, nothing is read again.
   */
  tell(table: Parties, after: number | null, saved?: SavedTable): void
  /** Part of the transaction that keeps a block: calls between the two end at the other servers. */
  announceBlock(tx: Transaction<Schema>, pair: Pair): Promise<void>
  /** Serves the streams. */
  attach(app: FastifyInstance): void
  counts(): { readonly streams: number }
  close(): Promise<void>
}

interface Change {
  readonly table: Parties
  /** The table as it is after the change, or later. */
  readonly read: () => Promise<KnownTable>
  readonly after: number | null
  readonly isOfHead: boolean
}

interface KnownTable extends ChangedTable {
  /** Its newest lines. The ones before have to be read. */
  readonly added: readonly WireEntry[]
}

interface FeedParts extends Omit<TablePagesParts, 'seats' | 'inbox'> {
  readonly inbox: Pick<Inbox, 'follow' | 'counts' | 'announce' | 'tableChanged'>
  readonly closedTables: Pick<ClosedTables, 'closed' | 'blocked' | 'lookAgain'>
}

const addressSchema = z.templateLiteral(['0x', z.string()])
const noteSchema = z.object({
  from: z.string(),
  table: z
    .object({
      id: z.string(),
      opener: addressSchema,
      guest: addressSchema,
      closed: z.boolean().default(false),
    })
    .optional(),
  after: z.number().optional(),
  presence: z.string().optional(),
  blocked: z.tuple([addressSchema, addressSchema]).optional(),
})

export async function createTableFeed(parts: FeedParts): Promise<TableFeed> {
  const { db, log, inbox, closedTables } = parts
  const own = randomUUID()
  /** Changes that wait to be sent to pages of this server, by table. */
  const changes = new Map<string, Change>()
  /** The last line that was sent, of tables with a page open. */
  const lastLines = new LRUCache<string, number>({ max: maxRemembered })
  /** How many lines the newest known state of a table has. */
  const newest = new LRUCache<string, number>({ max: maxRemembered })
  /** The presence that was sent last, by watched table. */
  const lastHere = new Map<string, string>()

  /** One table at a time, so that its pages hear of changes in their order. */
  const tellChange = coalesceByKey(async (id) => {
    const change = changes.get(id)
    changes.delete(id)
    if (!change) return
    const { opener, guest } = change.table
    if (pages.of([opener, guest]).length === 0) return void lastLines.delete(id)
    try {
      const { stored, locks, added } = await change.read()
      const table = headOf(stored, locks.get(stored.table.offerId ?? ''), nowS())
      const after = lastLines.get(id) ?? change.after ?? table.entries
      // Told together with the change before.
      if (after >= table.entries && !change.isOfHead) return
      const log =
        linesAfter(added, { after, upTo: table.entries }) ??
        (await readEntries(db.read, id, { after, upTo: table.entries }))
      lastLines.set(id, table.entries)
      pages.sendAll(pages.of([opener, guest]), { type: 'table', table, log })
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'a change at a table could not be told')
      // They come again and read everything.
      for (const { stream } of pages.of([opener, guest])) stream.end()
    }
  })

  const tellPresence = coalesceByKey(async (tableId) => {
    const told = pages.at(tableId)
    if (told.length === 0) return
    try {
      const stored = await findTable(db.read, tableId)
      if (!stored) return
      const here = await presenceAt(tableId)
      for (const page of pages.at(tableId)) pages.send(page, { type: 'presence', tableId, here, seen: stored.seen })
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
      // With one server, no lease ends unheard.
      if (!db.relay) return
      const watched = pages.watched()
      const now = await presence.here(watched)
      for (const id of watched)
        if (JSON.stringify(now.get(id) ?? nobodyHere) !== lastHere.get(id)) void tellPresence(id)
    },
  })

  const pages = createTablePages({
    ...parts,
    seats: { join: presence.join, here: presenceAt, unwatched: (tableId) => lastHere.delete(tableId) },
  })

  async function presenceAt(tableId: string): Promise<Here> {
    const here = (await presence.here([tableId])).get(tableId) ?? nobodyHere
    // The last page may have left in the meantime.
    if (pages.at(tableId).length > 0) lastHere.set(tableId, JSON.stringify(here))
    return here
  }

  function hear(text: string): void {
    const note = readNote(text)
    if (!note || note.from === own) return
    if (note.table) tell(note.table, note.after ?? 0)
    if (note.blocked) closedTables.blocked(note.blocked)
    if (note.presence !== undefined) void tellPresence(note.presence)
  }

  /** Reads the table if a later change is known. PostgreSQL may report two commits in the other order. */
  async function know(id: string, saved: SavedTable | undefined): Promise<KnownTable> {
    const stored = saved && saved.entries >= (newest.get(id) ?? 0) ? saved : await findTable(db.read, id)
    if (!stored) throw new Error('a table that was changed is gone')
    newest.set(id, Math.max(stored.entries, newest.get(id) ?? 0))
    return { stored, locks: await offersOfTables(db.read, [stored]), added: stored === saved ? saved.added : [] }
  }

  function tell(table: Parties, after: number | null, saved?: SavedTable): void {
    // Read for the inboxes and the pages together, or not at all.
    let reading: Promise<KnownTable> | null = null
    const read = () => (reading ??= know(table.id, saved))
    inbox.tableChanged([table.opener, table.guest], read)
    if (table.closed) {
      closedTables.closed(table.id)
      void tellPresence(table.id)
    }
    const waiting = changes.get(table.id)
    changes.set(table.id, {
      table,
      read,
      after: waiting?.after ?? after,
      isOfHead: after === null || waiting?.isOfHead === true,
    })
    void tellChange(table.id)
  }

  const stopHearing = await db.relay?.hear(hear, () => {
    closedTables.lookAgain()
    // Notes were lost.
    pages.greetAll()
  })

  return {
    async announce(tx, { id, opener, guest, closed }, after) {
      const table = { id, opener, guest, closed: Boolean(closed) }
      await inbox.announce(tx, [opener, guest])
      await db.relay?.send(tx, JSON.stringify({ from: own, table, after }))
    },
    announceBlock: async (tx, blocked) => db.relay?.send(tx, JSON.stringify({ from: own, blocked })),
    tell,
    attach: pages.attach,
    counts: () => ({ streams: pages.count() }),
    async close() {
      await stopHearing?.()
      await presence.close()
    },
  }
}

/** @returns null for a note about something else. */
function readNote(text: string): z.output<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
