import { randomBytes } from 'node:crypto'
import {
  type Address,
  type AgreedVersion,
  type Seat,
  type Table,
  type TableStep,
  tableTextKeptS,
  tableLapseS,
} from '@parley/domain'
import { dealFromWire, dealToWire, entryToWire, type WireDeal, type WireEntry } from '@parley/protocol'
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import { type Database, prepareRead } from '../db/database.ts'
import type { Queryable, Schema, TablesTable } from '../db/schema.ts'

/** A table as the database has it. */
export interface StoredTable {
  readonly table: Table
  /** Lines in its log. */
  readonly entries: number
  readonly seen: Readonly<Record<Seat, number | null>>
  /** The indexed block when both were last ready. */
  readonly agreedBlock: number | null
}

type Tx = Transaction<Schema>
type Row = Selectable<TablesTable>

/** What changes at a table, as JSON. */
interface StateJson extends Pick<Table, 'ready' | 'locker' | 'agreedAtS' | 'closed'> {
  readonly version: Omit<Table['version'], 'deal' | 'answers'> & {
    readonly deal: WireDeal
    /** Tables that last moved in an earlier release lack it. */
    readonly answers?: WireDeal | null
  }
  readonly agreed: (Omit<AgreedVersion, 'deal'> & { readonly deal: WireDeal }) | null
}

export function tableFromRow(row: Row): StoredTable {
  const { id, opener, guest, portal, counters } = row
  // Written only by stateOf, and not validated on each read.
  const { version, agreed, ...state }: StateJson = JSON.parse(row.state)
  return {
    table: {
      id,
      opener,
      guest,
      portal,
      counters,
      ...state,
      version: {
        ...version,
        deal: dealFromWire(version.deal),
        answers: version.answers ? dealFromWire(version.answers) : null,
      },
      agreed: agreed && { ...agreed, deal: dealFromWire(agreed.deal) },
      offerId: row.offer_id,
      openedAtS: row.opened_at_s,
      changedAtS: row.changed_at_s,
    },
    entries: row.entries,
    seen: { opener: row.opener_seen_s, guest: row.guest_seen_s },
    agreedBlock: row.agreed_block,
  }
}

function stateOf({ version, agreed, ready, locker, agreedAtS, closed }: Table): string {
  const state: StateJson = {
    version: {
      ...version,
      deal: dealToWire(version.deal),
      answers: version.answers && dealToWire(version.answers),
    },
    agreed: agreed && { ...agreed, deal: dealToWire(agreed.deal) },
    ready,
    locker,
    agreedAtS,
    closed,
  }
  return JSON.stringify(state)
}

/** 128 random bits, which can't be guessed. */
export function newTableId(): string {
  return randomBytes(16).toString('base64url')
}

export function seatOf({ opener, guest }: Pick<Table, Seat>, wallet: Address): Seat | null {
  if (wallet === opener) return 'opener'
  return wallet === guest ? 'guest' : null
}

export async function findTable(db: Queryable, id: string): Promise<StoredTable | null> {
  const row = await tableQuery(db, id).executeTakeFirst()
  return row ? tableFromRow(row) : null
}

/** {@link findTable} for what is asked at every move. */
export function prepareFindTable(db: Database): (id: string) => Promise<StoredTable | null> {
  const read = prepareRead(db, tableQuery(db.read, ''))
  return async (id) => {
    const [row] = await read([id])
    return row ? tableFromRow(row) : null
  }
}

function tableQuery(db: Queryable, id: string) {
  return db.selectFrom('tables').selectAll().where('id', '=', id)
}

/** Reads a table and locks it until the transaction ends. */
export async function holdTable(tx: Tx, engine: 'sqlite' | 'postgres', id: string): Promise<StoredTable | null> {
  const query = tableQuery(tx, id)
  // SQLite has one transaction at a time, and no words for a lock.
  const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  return row ? tableFromRow(row) : null
}

interface LogPart {
  readonly after: number
  readonly upTo: number
}

export async function readEntries(db: Queryable, id: string, { after, upTo }: LogPart): Promise<WireEntry[]> {
  if (after >= upTo) return []
  const rows = await db
    .selectFrom('table_entries')
    .select(['entry', 'text'])
    .where('table_id', '=', id)
    .where('n', '>', after)
    .where('n', '<=', upTo)
    .orderBy('n')
    .execute()
  return rows.map(({ entry, text }) => {
    const line: WireEntry = JSON.parse(entry)
    return line.kind === 'version' ? { ...line, note: text } : 'text' in line ? { ...line, text } : line
  })
}

/** The end of a log, from its newest lines. Null where they don't reach back to `after`. */
export function linesAfter(newest: readonly WireEntry[], { after, upTo }: LogPart): WireEntry[] | null {
  return upTo - newest.length <= after ? newest.filter(({ n }) => n > after) : null
}

/** A shorter log isn't worth measuring. */
const shortLog = 30

/** Characters of a table's log, roughly. Far cheaper than reading it: a long one takes 20 ms. */
export async function logLength(db: Queryable, { table, entries }: StoredTable): Promise<number> {
  if (entries <= shortLog) return 0
  const { length } = await db
    .selectFrom('table_entries')
    .select(sql<number | string | null>`sum(length(entry) + length(text))`.as('length'))
    .where('table_id', '=', table.id)
    .executeTakeFirstOrThrow()
  return Number(length ?? 0)
}

function textOf(entry: WireEntry): string {
  if (entry.kind === 'version') return entry.note
  return 'text' in entry ? entry.text : ''
}

function withoutText(line: WireEntry): WireEntry {
  if (line.kind === 'version') return { ...line, note: '' }
  return 'text' in line ? { ...line, text: '' } : line
}

/** @returns the entries as lines of the log. */
async function addEntries(
  tx: Tx,
  { id, after, entries }: { id: string; after: number; entries: TableStep['entries'] },
): Promise<WireEntry[]> {
  const lines = entries.map((entry, index) => entryToWire(entry, after + index + 1))
  const values = lines.map((line) => ({
    table_id: id,
    n: line.n,
    entry: JSON.stringify(withoutText(line)),
    text: textOf(line),
  }))
  if (values.length > 0) await tx.insertInto('table_entries').values(values).execute()
  return lines
}

/** Whether two people have an open table about the same thing is one key. */
export function openKeyOf({ opener, guest, counters }: Pick<Table, Seat | 'counters'>): string {
  return [...[opener, guest].toSorted(), counters ?? ''].join(' ')
}

/** @returns whether it was added; not, where the two have an open table about the same already. */
export async function addTable(
  tx: Tx,
  { table, entries }: TableStep,
  { toStranger }: { toStranger: boolean },
): Promise<boolean> {
  const row: Insertable<TablesTable> = {
    id: table.id,
    opener: table.opener,
    guest: table.guest,
    portal: table.portal,
    counters: table.counters,
    open_key: openKeyOf(table),
    state: stateOf(table),
    agreed_block: null,
    offer_id: null,
    entries: entries.length,
    to_stranger: toStranger ? 1 : 0,
    has_text: 1,
    opened_at_s: table.openedAtS,
    changed_at_s: table.changedAtS,
    closed_at_s: null,
    opener_seen_s: table.openedAtS,
    guest_seen_s: null,
  }
  const added = await tx
    .insertInto('tables')
    .values(row)
    .onConflict((conflict) => conflict.column('open_key').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return false
  await addEntries(tx, { id: table.id, after: 0, entries })
  return true
}

/** A table as it was committed, and the lines that this added to its log. */
export interface SavedTable extends StoredTable {
  readonly added: readonly WireEntry[]
}

/** Writes a step. @returns the table afterwards; null where another step came before it, which a held table rules out. */
export async function saveStep(tx: Tx, before: StoredTable, { table, entries }: TableStep): Promise<SavedTable | null> {
  const isAgreedNow = table.agreedAtS !== null && before.table.agreedAtS === null
  const agreedBlock = isAgreedNow ? await newestBlock(tx) : before.agreedBlock
  const last = entries.at(-1)
  const saved = await tx
    .updateTable('tables')
    .set({
      state: stateOf(table),
      agreed_block: agreedBlock,
      offer_id: table.offerId,
      entries: before.entries + entries.length,
      changed_at_s: table.changedAtS,
      closed_at_s: table.closed?.atS ?? null,
      ...(table.closed && { open_key: null }),
      ...(last && { [`${last.by}_seen_s`]: last.atS }),
    })
    .where('id', '=', table.id)
    // Each step adds lines.
    .where('entries', '=', before.entries)
    .returning(['opener_seen_s', 'guest_seen_s'])
    .executeTakeFirst()
  if (!saved) return null
  return {
    table,
    entries: before.entries + entries.length,
    seen: { opener: saved.opener_seen_s, guest: saved.guest_seen_s },
    agreedBlock,
    added: await addEntries(tx, { id: table.id, after: before.entries, entries }),
  }
}

async function newestBlock(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('checkpoints')
    .select(({ fn }) => fn.max('block').as('block'))
    .executeTakeFirst()
  return row?.block ?? 0
}

/**
 * Some of the tables that ended 90 days ago and have their text still (decision N7). They ended by who left, by the swap, or
 * by lapsing, whichever came first, and nothing changes them any more. A table whose offer can be accepted has not ended, nor has
 * one whose offer the index lost sight of.
 */
export async function findEnded(db: Queryable, { nowS, limit }: { nowS: number; limit: number }): Promise<string[]> {
  const endedBefore = nowS - tableTextKeptS
  const rows = await db
    .selectFrom('tables')
    .leftJoin('offers', 'offers.id', 'tables.offer_id')
    .select('tables.id')
    .where('has_text', '=', 1)
    .where('changed_at_s', '<', endedBefore)
    .where((eb) =>
      eb.or([
        eb('closed_at_s', '<', endedBefore),
        eb.and([eb('settlement', '=', 'completed'), eb('settled_at_s', '<', endedBefore)]),
        eb.and([
          eb('changed_at_s', '<', endedBefore - tableLapseS),
          eb.or([
            eb('tables.offer_id', 'is', null),
            eb('expires_at_s', '<', endedBefore - tableLapseS),
            eb.and([eb('settlement', '=', 'cancelled'), eb('settled_at_s', '<', endedBefore - tableLapseS)]),
          ]),
        ]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes a table's text and old versions. The last and the last agreed version stay, with their log. */
export async function shortenLog(tx: Tx, id: string): Promise<void> {
  const stored = await findTable(tx, id)
  if (!stored) return
  const { version, agreed } = stored.table
  const keeps = ({ kind, ...entry }: WireEntry): boolean =>
    kind === 'left' || ('version' in entry && (entry.version === version.number || entry.version === agreed?.number))
  const kept = (await readEntries(tx, id, { after: 0, upTo: stored.entries })).filter(keeps)
  const values = kept.map((entry, index) => {
    const n = index + 1
    return { table_id: id, n, entry: JSON.stringify({ ...withoutText(entry), n }), text: '' }
  })
  await tx.deleteFrom('table_entries').where('table_id', '=', id).execute()
  if (values.length > 0) await tx.insertInto('table_entries').values(values).execute()
  await tx.updateTable('tables').set({ has_text: 0, entries: values.length }).where('id', '=', id).execute()
}

/** Closed tables stay as they were: a page that is still open there says nothing any more. */
export async function markSeen(tx: Tx, id: string, { seat, atS }: { seat: Seat; atS: number }): Promise<void> {
  const column = `${seat}_seen_s` as const
  await tx
    .updateTable('tables')
    .set({ [column]: atS })
    .where('id', '=', id)
    .where('closed_at_s', 'is', null)
    .where((eb) => eb.or([eb(column, 'is', null), eb(column, '<', atS)]))
    .execute()
}
