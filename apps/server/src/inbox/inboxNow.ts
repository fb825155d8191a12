import { type Address, inboxKeptS, type InboxSources } from '@parley/domain'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import { zeroAddress } from 'viem'
import type { Database } from '../db/database.ts'
import type { DeclinesTable, OffersTable } from '../db/schema.ts'
import { type HeldToken, ownersIn, tokenKey } from '../holdings/ownerRows.ts'
import { claimsFrom, claimsQuery } from '../offers/claimedNfts.ts'
import { inboxColumns, inboxOfferFromRow, offerFromRow } from '../offers/storedOffer.ts'
import { takenFrom, takenQuery } from '../offers/takenNfts.ts'
import { blockedQuery } from '../tables/inbound.ts'
import { tableFromRow } from '../tables/tableStore.ts'
import { type InboxRows, maxKeptSources } from './derivedInbox.ts'
import { closedAtS, givenNfts, sourcesFrom } from './inboxSources.ts'
import { marksFrom, marksQuery } from './inboxStore.ts'

/** Reads the rows of an inbox synchronously. Null for a large one, which would delay other requests. */
export type ReadInboxNow = (viewer: Address, times: Pick<InboxSources, 'chainS' | 'serverS'>) => InboxRows | null

/** Stands for a time in a prepared statement. */
const anyTimeS = -1

/**
 * Prepares the statements of an inbox. Null where the engine can't be read synchronously.
 *
 * They have no order: `inboxOf` sorts, and larger inboxes are left to the ordinary reads, which cut.
 */
export function createReadInboxNow({
  read,
  prepareNow,
  snapshotNow,
}: Pick<Database, 'read' | 'prepareNow' | 'snapshotNow'>): ReadInboxNow | null {
  if (prepareNow === null || snapshotNow === null) return null
  const prepared = <R>(query: CompiledQuery<R>) => {
    const run = prepareNow(query)
    return (viewer: Address, sinceS: number) =>
      run(query.parameters.map((value) => (value === zeroAddress ? viewer : value === anyTimeS ? sinceS : value)))
  }
  /** All that a JSON list names. */
  const preparedList = <R>(query: CompiledQuery<R>) => {
    const run = prepareNow(query)
    return (list: readonly unknown[]) => (list.length === 0 ? [] : run([JSON.stringify(list)]))
  }

  const offers = read.selectFrom('offers').select(inboxColumns)
  const open = offers.where('settlement', 'is', null)
  const closed = offers.where('settlement', 'is not', null).where(closedAtS, '>=', anyTimeS)
  const claims = claimsQuery(read, zeroAddress, anyTimeS)
  const claimed = read.selectFrom('claimed_nfts').select('offer_id').where('creator', '=', zeroAddress)
  // A number in the text: see equals.
  const atMost = sql.lit(maxKeptSources + 1)
  const tables = read.selectFrom('tables').selectAll()
  const statements = {
    offers: prepared(
      open
        .where('creator', '=', zeroAddress)
        .unionAll(open.where('recipient', '=', zeroAddress))
        .unionAll(closed.where('creator', '=', zeroAddress))
        .unionAll(closed.where('recipient', '=', zeroAddress))
        .unionAll(offers.where('creator', '=', zeroAddress).where(sql<boolean>`unreturned <> '[]'`))
        .unionAll(offers.where('id', 'in', claimed.where('at_s', '>=', anyTimeS)))
        .limit(atMost)
        .compile(),
    ),
    /** Whether any of the next three has rows. Most wallets have none, and each statement costs more than its search. */
    more: prepared(
      sql<{ readonly found: number }>`select exists ${tables.where('opener', '=', zeroAddress)}
        or exists ${tables.where('guest', '=', zeroAddress)} or exists ${takenQuery(read, zeroAddress)}
        or exists ${blockedQuery(read, zeroAddress)} as found`.compile(read),
    ),
    tables: prepared(
      tables
        .where('opener', '=', zeroAddress)
        .unionAll(tables.where('guest', '=', zeroAddress))
        .limit(atMost)
        .compile(),
    ),
    taken: prepared(takenQuery(read, zeroAddress).compile()),
    blocked: prepared(blockedQuery(read, zeroAddress).compile()),
    claims: prepared(claims.compile()),
    marks: prepared(marksQuery(read, zeroAddress).compile()),
    declines: preparedList(
      sql<Selectable<DeclinesTable>>`select * from declines
        where offer_id in (select value from json_each(${'[]'}))`.compile(read),
    ),
    locks: preparedList(
      sql<Selectable<OffersTable>>`select * from offers
        where id in (select value from json_each(${'[]'}))`.compile(read),
    ),
    owners: preparedList(
      sql<HeldToken>`select contract, token, owner, received_block from nft_owners
        where (contract, token) in (select value ->> 0, value ->> 1 from json_each(${'[]'}))`.compile(read),
    ),
  }

  const readRows: ReadInboxNow = (viewer, times) => {
    const sinceS = times.chainS - inboxKeptS
    const offerRows = statements.offers(viewer, sinceS)
    const hasMore = statements.more(viewer, sinceS)[0]?.found === 1
    const tableRows = hasMore ? statements.tables(viewer, sinceS) : []
    if (offerRows.length + tableRows.length > maxKeptSources) return null
    // Only closed offers are in two of the lists, or an offer to oneself.
    const isOnce = offerRows.every(({ settlement, creator, recipient }) => settlement === null && creator !== recipient)
    const found = (isOnce ? offerRows : uniqueById(offerRows)).map(inboxOfferFromRow)
    const stored = tableRows.map(tableFromRow).toSorted((a, b) => b.table.changedAtS - a.table.changedAtS)
    const created = found.filter(({ creator }) => creator === viewer)
    // Only closed offers have claims.
    const hasClosed = created.some(({ settlement }) => settlement !== null)
    const ids = stored.flatMap(({ table: { offerId, counters } }) => [offerId, counters])
    const locks = new Map(statements.locks(ids).map((row) => [row.id, offerFromRow(row)]))
    const given = givenNfts(viewer, { offers: found, stored, locks })
    const sources = sourcesFrom(
      {
        offers: found,
        claims: claimsFrom(hasClosed ? statements.claims(viewer, sinceS) : []),
        stored,
        declines: statements.declines(created.map(({ id }) => id)),
        locks,
        given,
        taken: takenFrom(hasMore ? statements.taken(viewer, sinceS) : []),
        blocked: hasMore ? statements.blocked(viewer, sinceS) : [],
        owners: ownersIn(statements.owners(given.map(({ nft }) => [nft.contract, tokenKey(nft.tokenId)]))),
      },
      { viewer, ...times },
    )
    return { sources, ...marksFrom(statements.marks(viewer, sinceS)) }
  }
  return (viewer, times) => snapshotNow(() => readRows(viewer, times))
}

function uniqueById<R extends { readonly id: string }>(rows: readonly R[]): readonly R[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
