import { randomBytes } from 'node:crypto'
import {
  type Address,
  type OfferId,
  type Seat,
  type Table,
  type TableEntry,
  type TableStep,
  tableState,
  tableTextKeptS,
  tableLapseS,
} from '@parley/domain'
import {
  dealFromWire,
  dealToWire,
  entryToWire,
  type TableHead,
  type WireDeal,
  type WireEntry,
  type WireTable,
} from '@parley/protocol'
import type { Insertable, Selectable, Transaction } from 'kysely'
import type { Queryable, Schema, TablesTable } from '../db/schema.ts'
import { findOffers } from '../offers/offerStore.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'

/** A table as the database has it. */
export interface StoredTable {
  readonly table: Table
  /** Lines in its log. */
  readonly entries: number
  readonly seen: Readonly<Record<Seat, number | null>>
  /** The indexed block when both were ready. */
  readonly agreedBlock: number | null
}

type Tx = Transaction<Schema>
type Row = Selectable<TablesTable>

/** What changes at a table, as JSON. */
interface StateJson extends Pick<Table, 'ready' | 'locker' | 'agreedAtS' | 'closed'> {
  readonly version: Omit<Table['version'], 'deal'> & { readonly deal: WireDeal }
}

function fromRow(row: Row): StoredTable {
  const { id, opener, guest, portal, counters } = row
  // Written only by stateOf, and not validated on each read.
  const { version, ...state }: StateJson = JSON.parse(row.state)
  return {
    table: {
      id,
      opener,
      guest,
      portal,
      counters,
      ...state,
      version: { ...version, deal: dealFromWire(version.deal) },
      offerId: row.offer_id,
      openedAtS: row.opened_at_s,
      changedAtS: row.changed_at_s,
    },
    entries: row.entries,
    seen: { opener: row.opener_seen_s, guest: row.guest_seen_s },
    agreedBlock: row.agreed_block,
  }
}

function stateOf({ version, ready, locker, agreedAtS, closed }: Table): string {
  const state: StateJson = { version: { ...version, deal: dealToWire(version.deal) }, ready, locker, agreedAtS, closed }
  return JSON.stringify(state)
}

/** 128 random bits: nobody guesses a table. */
export function newTableId(): string {
  return randomBytes(16).toString('base64url')
}

export function seatOf({ opener, guest }: Pick<Table, Seat>, wallet: Address): Seat | null {
  if (wallet === opener) return 'opener'
  return wallet === guest ? 'guest' : null
}

export async function findTable(db: Queryable, id: string): Promise<StoredTable | null> {
  const row = await db.selectFrom('tables').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? fromRow(row) : null
}

/** The table, which nobody else changes until the transaction ends. */
export async function holdTable(tx: Tx, engine: 'sqlite' | 'postgres', id: string): Promise<StoredTable | null> {
  const query = tx.selectFrom('tables').selectAll().where('id', '=', id)
  // SQLite has one transaction at a time, and no words for a lock.
  const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  return row ? fromRow(row) : null
}

export async function readEntries(
  db: Queryable,
  id: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<WireEntry[]> {
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

function textOf(entry: TableEntry): string {
  if (entry.kind === 'version') return entry.note
  return 'text' in entry ? entry.text : ''
}

async function addEntries(tx: Tx, { id, after, entries }: { id: string; after: number; entries: TableStep['entries'] }) {
  if (entries.length === 0) return
  const values = entries.map((entry, index) => {
    const n = after + index + 1
    const line = entryToWire(entry, n)
    const bare = line.kind === 'version' ? { ...line, note: '' } : 'text' in line ? { ...line, text: '' } : line
    return { table_id: id, n, entry: JSON.stringify(bare), text: textOf(entry) }
  })
  await tx.insertInto('table_entries').values(values).execute()
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

/** Writes a step of a table that is held. */
export async function saveStep(tx: Tx, before: StoredTable, { table, entries }: TableStep): Promise<void> {
  const isAgreedNow = table.agreedAtS !== null && before.table.agreedAtS === null
  const agreedBlock = isAgreedNow ? await newestBlock(tx) : before.agreedBlock
  const by = entries.at(-1)?.by
  await tx
    .updateTable('tables')
    .set({
      state: stateOf(table),
      agreed_block: table.agreedAtS === null ? null : agreedBlock,
      offer_id: table.offerId,
      entries: before.entries + entries.length,
      changed_at_s: table.changedAtS,
      closed_at_s: table.closed?.atS ?? null,
      ...(table.closed && { open_key: null }),
      ...(by && { [`${by}_seen_s`]: table.changedAtS }),
    })
    .where('id', '=', table.id)
    .execute()
  await addEntries(tx, { id: table.id, after: before.entries, entries })
}

async function newestBlock(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('checkpoints')
    .select(({ fn }) => fn.max('block').as('block'))
    .executeTakeFirst()
  return Number(row?.block ?? 0)
}

/** The open table of a key. Frees the key where that one has lapsed or is settled, so that another may be opened. */
export async function findOpenTable(tx: Tx, key: string, nowS: number): Promise<StoredTable | null> {
  const row = await tx.selectFrom('tables').selectAll().where('open_key', '=', key).executeTakeFirst()
  if (!row) return null
  const stored = fromRow(row)
  const offer = (await offersOfTables(tx, [stored])).get(stored.table.offerId ?? '')
  if (headOf(stored, offer, nowS).state !== 'lapsed' && offer?.settlement?.kind !== 'completed') return stored
  await tx.updateTable('tables').set({ open_key: null }).where('id', '=', row.id).execute()
  return null
}

/** The offers that lock tables in, by id, as far as the index has them. */
export async function offersOfTables(
  db: Queryable,
  tables: readonly StoredTable[],
): Promise<ReadonlyMap<string, StoredOffer>> {
  const ids = tables.flatMap(({ table }) => table.offerId ?? [])
  return new Map((await findOffers(db, ids)).map((offer) => [offer.id, offer]))
}

/** How a table stands, in the API's format. */
export function headOf({ table, entries, seen }: StoredTable, offer: StoredOffer | undefined, nowS: number): TableHead {
  const { version, offerId } = table
  // An offer that the index lost sight of counts as open until it is found again.
  const lock = offerId && { offerId, status: offer?.settlement?.kind ?? ('active' as const) }
  const state = tableState(table, nowS)
  return {
    tableId: table.id,
    opener: table.opener,
    guest: table.guest,
    portal: table.portal,
    counters: table.counters,
    // What is in the escrow, or was swapped, doesn't lapse.
    state: state === 'lapsed' && lock && lock.status !== 'cancelled' ? 'agreed' : state,
    version: { number: version.number, by: version.by, at: version.atS, deal: dealToWire(version.deal) },
    ready: table.ready,
    locker: table.locker,
    agreedAt: table.agreedAtS,
    lock,
    closedBy: table.closed?.by ?? null,
    openedAt: table.openedAtS,
    changedAt: table.changedAtS,
    lapsesAt: table.changedAtS + tableLapseS,
    seen,
    entries,
  }
}

export async function readHead(db: Queryable, stored: StoredTable, nowS: number): Promise<TableHead> {
  const offers = await offersOfTables(db, [stored])
  return headOf(stored, offers.get(stored.table.offerId ?? ''), nowS)
}

/** The table with its log, as of one state. */
export async function readWhole(db: Queryable, stored: StoredTable, nowS: number): Promise<WireTable> {
  const head = await readHead(db, stored, nowS)
  return { ...head, log: await readEntries(db, head.tableId, { after: 0, upTo: head.entries }) }
}

/** A place in the list of tables. */
export interface ListPlace {
  readonly changedAtS: number
  readonly id: string
}

/** A wallet's tables, newest change first, older than `before` where that is given. */
export async function tablesOf(
  db: Queryable,
  wallet: Address,
  { before, limit }: { before: ListPlace | null; limit: number },
): Promise<StoredTable[]> {
  const lists = await Promise.all(
    (['opener', 'guest'] as const).map((seat) => {
      const query = db
        .selectFrom('tables')
        .selectAll()
        .where(seat, '=', wallet)
        .orderBy('changed_at_s', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (before === null) return query.execute()
      return query
        .where((eb) => eb(eb.refTuple('changed_at_s', 'id'), '<', eb.tuple(before.changedAtS, before.id)))
        .execute()
    }),
  )
  return lists
    .flat()
    .map(fromRow)
    .toSorted((a, b) => b.table.changedAtS - a.table.changedAtS || (a.table.id < b.table.id ? 1 : -1))
    .slice(0, limit)
}

/** Tables that two people may still change, whoever opened them. */
export async function openTablesBetween(db: Queryable, one: Address, other: Address): Promise<StoredTable[]> {
  const rows = await db
    .selectFrom('tables')
    .selectAll()
    .where('opener', 'in', [one, other])
    .where('guest', 'in', [one, other])
    .where('closed_at_s', 'is', null)
    .execute()
  return rows.map(fromRow)
}

/** Tables agreed on between two people: those that an offer of theirs may lock in. */
export async function agreedBetween(db: Queryable, one: Address, other: Address): Promise<StoredTable[]> {
  const rows = await db
    .selectFrom('tables')
    .selectAll()
    .where('opener', 'in', [one, other])
    .where('guest', 'in', [one, other])
    .where('agreed_block', 'is not', null)
    .execute()
  return rows.map(fromRow)
}

/** Tables that an offer locks in: their heads change with it. */
export async function tablesOfOffer(db: Queryable, offerId: OfferId): Promise<string[]> {
  const rows = await db.selectFrom('tables').select('id').where('offer_id', '=', offerId).execute()
  return rows.map(({ id }) => id)
}

/** Opened by a wallet towards wallets that it had never traded with, since then and still open. */
export async function countToStrangers(
  db: Queryable,
  opener: Address,
  { sinceS, nowS }: { sinceS: number; nowS: number },
): Promise<{ sinceThen: number; open: number }> {
  const count = db
    .selectFrom('tables')
    .select(({ fn }) => fn.countAll<number | string>().as('tables'))
    .where('opener', '=', opener)
    .where('to_stranger', '=', 1)
  const [recent, open] = await Promise.all([
    count.where('opened_at_s', '>', sinceS).executeTakeFirstOrThrow(),
    count
      .where('open_key', 'is not', null)
      .where('changed_at_s', '>=', nowS - tableLapseS)
      .executeTakeFirstOrThrow(),
  ])
  return { sinceThen: Number(recent.tables), open: Number(open.tables) }
}

/** Tables whose text is swept together. */
const tablesAtOnce = 500

/**
 * Deletes notes and reasons of tables that ended 90 days ago (decision N7). Versions stay: they say what, not in which words.
 *
 * @returns how many tables it was.
 */
export async function deleteOldText(tx: Tx, nowS: number): Promise<number> {
  const endedBefore = nowS - tableTextKeptS
  const rows = await tx
    .selectFrom('tables')
    .select('id')
    .where('has_text', '=', 1)
    // Nothing changes a table that was closed.
    .where('changed_at_s', '<', endedBefore)
    .where((eb) => eb.or([eb('closed_at_s', 'is not', null), eb('changed_at_s', '<', endedBefore - tableLapseS)]))
    .limit(tablesAtOnce)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.updateTable('table_entries').set({ text: '' }).where('table_id', 'in', ids).execute()
  await tx.updateTable('tables').set({ has_text: 0 }).where('id', 'in', ids).execute()
  return ids.length
}

export async function markSeen(tx: Tx, id: string, { seat, atS }: { seat: Seat; atS: number }): Promise<void> {
  const column = `${seat}_seen_s` as const
  await tx
    .updateTable('tables')
    .set({ [column]: atS })
    .where('id', '=', id)
    .where((eb) => eb.or([eb(column, 'is', null), eb(column, '<', atS)]))
    .execute()
}

