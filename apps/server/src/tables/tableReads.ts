import { type Address, creatorSeat, offerEndsS, type OfferId, otherSeat, type Table, tableLapseS } from '@parley/domain'
import { type TableHead, tableToWire, type WireTable } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Queryable, Schema } from '../db/schema.ts'
import { findOffers } from '../offers/offerStore.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { linesAfter, readEntries, type SavedTable, type StoredTable, tableFromRow } from './tableStore.ts'

/** The open table of a key. Frees the key where that one has lapsed or is settled, so that another may be opened. */
export async function findOpenTable(tx: Transaction<Schema>, key: string, nowS: number): Promise<StoredTable | null> {
  const row = await tx.selectFrom('tables').selectAll().where('open_key', '=', key).executeTakeFirst()
  if (!row) return null
  const stored = tableFromRow(row)
  const offer = (await offersOfTables(tx, [stored])).get(stored.table.offerId ?? '')
  if (headOf(stored, offer, nowS).state !== 'lapsed' && offer?.settlement?.kind !== 'completed') return stored
  await tx.updateTable('tables').set({ open_key: null }).where('id', '=', row.id).execute()
  return null
}

/** The offers that lock tables in, and those that they counter, by id, as far as the index has them. */
export async function offersOfTables(
  db: Queryable,
  tables: readonly StoredTable[],
): Promise<ReadonlyMap<string, StoredOffer>> {
  const ids = tables.flatMap(({ table: { offerId, counters } }) => [offerId, counters])
  const known = new Set(ids.filter((id) => id !== null))
  return new Map((await findOffers(db, [...known])).map((offer) => [offer.id, offer]))
}

/** A table in the API's format, without its log. */
export function headOf({ table, entries, seen }: StoredTable, offer: StoredOffer | undefined, nowS: number): TableHead {
  const { offerId } = table
  // An offer that the index lost sight of counts as open until it is found again.
  const by = (offer && creatorSeat(table, offer)) ?? table.locker
  const lock = offerId && {
    offerId,
    status: offer?.settlement?.kind ?? ('active' as const),
    by,
    expiresAt: offer?.expiresAtS ?? null,
  }
  return tableToWire(table, { nowS, lock, offerEndsS: endOfLock(table, offer), seen, entries })
}

/** When the offer that locks a table in ends or ended; 0 for none. One that the index lost sight of has no end. */
export function endOfLock({ offerId }: Pick<Table, 'offerId'>, offer: StoredOffer | null | undefined): number {
  if (offerId === null) return 0
  return offer ? offerEndsS(offer) : Infinity
}

export async function readHead(db: Queryable, stored: StoredTable, nowS: number): Promise<TableHead> {
  const offers = await offersOfTables(db, [stored])
  return headOf(stored, offers.get(stored.table.offerId ?? ''), nowS)
}

/** The table with its log after a line, as of one state. Lines that this server has just added aren't read. */
export async function readWhole(
  db: Queryable,
  stored: StoredTable | SavedTable,
  { nowS, after = 0 }: { nowS: number; after?: number },
): Promise<WireTable> {
  const head = await readHead(db, stored, nowS)
  const part = { after, upTo: head.entries }
  const known = 'added' in stored ? linesAfter(stored.added, part) : null
  return { ...head, log: known ?? (await readEntries(db, head.tableId, part)) }
}

/** Tables in the order of their ids, for reading them all piece by piece. Closed ones too: a search for open ones could be long. */
export async function tablesAfter(db: Queryable, after: string, limit: number): Promise<StoredTable[]> {
  const rows = await db.selectFrom('tables').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(tableFromRow)
}

const seats = ['opener', 'guest'] as const

/** A place in the list of tables. */
export interface ListPlace {
  readonly changedAtS: number
  readonly id: string
}

/** A wallet's tables, or those with another wallet alone, or those with an agreed version. Newest change first, and older than `before`. */
export async function tablesOf(
  db: Queryable,
  wallet: Address,
  {
    other,
    agreed = false,
    before,
    limit,
  }: { other?: Address | undefined; agreed?: boolean | undefined; before: ListPlace | null; limit: number },
): Promise<StoredTable[]> {
  const lists = await Promise.all(
    seats.map((seat) => {
      const query = db
        .selectFrom('tables')
        .selectAll()
        .where(seat, '=', wallet)
        .$if(other !== undefined, (all) => all.where(otherSeat(seat), '=', other ?? wallet))
        .$if(agreed, (all) => all.where('agreed_block', 'is not', null))
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
    .map(tableFromRow)
    .toSorted((a, b) => b.table.changedAtS - a.table.changedAtS || (a.table.id < b.table.id ? 1 : -1))
    .slice(0, limit)
}

/** Tables of two people that neither has closed, in either role. */
export async function tablesBetween(db: Queryable, pair: readonly [Address, Address]): Promise<StoredTable[]> {
  const rows = await db
    .selectFrom('tables')
    .selectAll()
    .where('opener', 'in', pair)
    .where('guest', 'in', pair)
    .where('closed_at_s', 'is', null)
    .execute()
  return rows.map(tableFromRow)
}

/** Where an offer that may lock a table in was missed. */
export interface MissedLocks {
  readonly tableIds: readonly string[]
  /** The newest block that was looked at. */
  readonly upTo: number
}

/**
 * Agreed tables that no offer locks in yet, although their two people made one.
 *
 * It was made since the block `after`, or since they agreed. Offers cost a fee, tables nothing: so the offers lead to the tables.
 */
export async function findMissedLocks(
  db: Queryable,
  { after, nowS }: { after: number | null; nowS: number },
): Promise<MissedLocks> {
  const waiting = db
    .selectFrom('tables')
    .where('agreed_block', 'is not', null)
    .where('offer_id', 'is', null)
    .where('closed_at_s', 'is', null)
    .where('changed_at_s', '>=', nowS - tableLapseS)
  const [{ oldest }, { newest }] = await Promise.all([
    after === null
      ? waiting.select(({ fn }) => fn.min('agreed_block').as('oldest')).executeTakeFirstOrThrow()
      : { oldest: after },
    db
      .selectFrom('offers')
      .select(({ fn }) => fn.max('created_block').as('newest'))
      .executeTakeFirstOrThrow(),
  ])
  if (oldest === null || newest === null || newest <= oldest) return { tableIds: [], upTo: newest ?? after ?? 0 }
  const found = await Promise.all(
    seats.map((creator) =>
      waiting
        .innerJoin('offers', (join) =>
          join.onRef('offers.creator', '=', creator).onRef('offers.recipient', '=', otherSeat(creator)),
        )
        .select('tables.id')
        .distinct()
        .where('offers.created_block', '>', oldest)
        .whereRef('offers.created_block', '>', 'agreed_block')
        .execute(),
    ),
  )
  return { tableIds: [...new Set(found.flat().map(({ id }) => id))], upTo: newest }
}

/** Tables that some of these offers lock in: their heads change with them. */
export async function tablesOfOffers(db: Queryable, offerIds: readonly OfferId[]): Promise<string[]> {
  const rows = await db.selectFrom('tables').select('id').where('offer_id', 'in', offerIds).execute()
  return rows.map(({ id }) => id)
}

/** Agreed tables that neither has closed, of pairs that made one of these offers. */
export async function agreedTablesOfMakers(db: Queryable, offerIds: readonly OfferId[]): Promise<string[]> {
  const found = await Promise.all(
    seats.map((creator) =>
      db
        .selectFrom('offers')
        .innerJoin('tables', (join) =>
          join.onRef(creator, '=', 'offers.creator').onRef(otherSeat(creator), '=', 'offers.recipient'),
        )
        .select('tables.id')
        .distinct()
        .where('offers.id', 'in', offerIds)
        .where('agreed_block', 'is not', null)
        .where('closed_at_s', 'is', null)
        .execute(),
    ),
  )
  return [...new Set(found.flat().map(({ id }) => id))]
}

/** Open tables of strangers that their guest has never sat at. So none of them was agreed on and locked in. */
export async function countUnseen(db: Queryable, guest: Address, nowS: number): Promise<number> {
  const { tables } = await db
    .selectFrom('tables')
    .select(({ fn }) => fn.countAll<number | string>().as('tables'))
    .where('guest', '=', guest)
    .where('changed_at_s', '>=', nowS - tableLapseS)
    .where('to_stranger', '=', 1)
    .where('open_key', 'is not', null)
    .where('guest_seen_s', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(tables)
}

/** Tables that a wallet has opened about an offer, those that it left among them. */
export async function countAnswers(db: Queryable, opener: Address, counters: OfferId): Promise<number> {
  const { tables } = await db
    .selectFrom('tables')
    .select(({ fn }) => fn.countAll<number | string>().as('tables'))
    .where('opener', '=', opener)
    .where('counters', '=', counters)
    .executeTakeFirstOrThrow()
  return Number(tables)
}

/** Opened by a wallet towards wallets that it had never traded with, since then and still open. Swapped ones are not. */
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
  const lapsedBefore = nowS - tableLapseS
  const [recent, open] = await Promise.all([
    count.where('opened_at_s', '>', sinceS).executeTakeFirstOrThrow(),
    count
      .leftJoin('offers', 'offers.id', 'tables.offer_id')
      .where('open_key', 'is not', null)
      .where((eb) => eb.or([eb('settlement', 'is', null), eb('settlement', '<>', 'completed')]))
      // As in lapsesAtS. One whose offer the index lost sight of doesn't lapse.
      .where((eb) =>
        eb.or([
          eb('changed_at_s', '>=', lapsedBefore),
          eb.and([eb('offer_id', 'is not', null), eb('offers.id', 'is', null)]),
          eb.and([
            eb('expires_at_s', '>=', lapsedBefore),
            eb.or([eb('settled_at_s', 'is', null), eb('settled_at_s', '>=', lapsedBefore)]),
          ]),
        ]),
      )
      .executeTakeFirstOrThrow(),
  ])
  return { sinceThen: Number(recent.tables), open: Number(open.tables) }
}

export function nowS(): number {
  return Math.floor(Date.now() / 1000)
}
