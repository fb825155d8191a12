import type { Address, Nft, OfferId, TxHash } from '@parley/domain'
import { sql } from 'kysely'
import { equals } from '../db/equals.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import type { Queryable } from '../db/schema.ts'
import type { TouchedOffer } from './applyEvents.ts'
import { nftsToText, offerFromRow, offerToRow, type StoredOffer } from './storedOffer.ts'
/** Both engines limit the values of one statement, and a statement keeps the thread. */
const idsAtOnce = 500
const rowsAtOnce = 50
/** A list longer than this is cut: who is sent more offers at once is being flooded. The newest come first. */
const maxListed = 2_000

export async function findOffer(db: Queryable, id: OfferId): Promise<StoredOffer | null> {
  const row = await db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? offerFromRow(row) : null
}

/** The offer that a transaction created; the first, where a contract wallet created several in one. */
export async function findOfferByCreation(db: Queryable, txHash: TxHash): Promise<StoredOffer | null> {
  const query = db.selectFrom('offers').selectAll().where('created_tx_hash', '=', txHash)
  const row = await query.orderBy('created_log_index').limit(1).executeTakeFirst()
  return row ? offerFromRow(row) : null
}

export async function findOffers(db: Queryable, ids: readonly OfferId[]): Promise<StoredOffer[]> {
  const found: StoredOffer[] = []
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const rows = await db
      .selectFrom('offers')
      .selectAll()
      .where('id', 'in', ids.slice(at, at + idsAtOnce))
      .execute()
    found.push(...rows.map(offerFromRow))
    await yieldToEventLoop()
  }
  return found
}

/** All unsettled offers of a wallet in one role, expired ones included, newest first (decision A2). */
export async function openOffers(
  db: Queryable,
  role: 'creator' | 'recipient',
  wallet: Address,
): Promise<StoredOffer[]> {
  return (await openOffersQuery(db, role, wallet).execute()).map(offerFromRow)
}

export function openOffersQuery(db: Queryable, role: 'creator' | 'recipient', wallet: Address) {
  return newestFirst(db.selectFrom('offers').selectAll())
    .where(role, ...equals(wallet))
    .where('settlement', 'is', null)
    .limit(sql.lit(maxListed))
}

/** Unsettled offers of a creator that can no longer be accepted at chain time `nowS`. */
export async function expiredOffers(db: Queryable, creator: Address, nowS: number): Promise<StoredOffer[]> {
  const rows = await newestFirst(db.selectFrom('offers').selectAll())
    .where('creator', '=', creator)
    .where('settlement', 'is', null)
    .where('expires_at_s', '<', nowS)
    .limit(maxListed)
    .execute()
  return rows.map(offerFromRow)
}

/** Closed offers of a creator whose collections did not let everything go (decision K7). */
export async function unreturnedOffers(db: Queryable, creator: Address): Promise<StoredOffer[]> {
  const rows = await newestFirst(db.selectFrom('offers').selectAll())
    .where('creator', '=', creator)
    .where('settlement', 'is not', null)
    .where('unreturned', '!=', nftsToText([]))
    .limit(maxListed)
    .execute()
  return rows.map(offerFromRow)
}

/** How many offers of a wallet, in either role, are unsettled and closed. */
export async function countOffers(db: Queryable, wallet: Address): Promise<{ active: number; completed: number }> {
  const roles = await Promise.all(
    (['creator', 'recipient'] as const).map((role) =>
      db
        .selectFrom('offers')
        .select(({ fn }) => [fn.countAll().as('all'), fn.count('settlement').as('closed')])
        .where(role, '=', wallet)
        .executeTakeFirst(),
    ),
  )
  const completed = sum(roles.map((counted) => Number(counted?.closed ?? 0)))
  return { active: sum(roles.map((counted) => Number(counted?.all ?? 0))) - completed, completed }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** A place in the order of creation. */
export type CreationPlace = Pick<StoredOffer, 'createdBlock' | 'createdLogIndex'>

/** The newest offers of a wallet in either role, older than `before` where that is given. */
export async function offersOf(
  db: Queryable,
  wallet: Address,
  { before, limit }: { before: CreationPlace | null; limit: number },
): Promise<StoredOffer[]> {
  // Creator and recipient of an offer always differ (decision K2), and two index scans beat one OR.
  const [sent, received] = await Promise.all(
    (['creator', 'recipient'] as const).map((role) => {
      const query = newestFirst(db.selectFrom('offers').selectAll()).where(role, '=', wallet).limit(limit)
      if (before === null) return query.execute()
      const { createdBlock, createdLogIndex } = before
      return query
        .where((eb) =>
          eb(eb.refTuple('created_block', 'created_log_index'), '<', eb.tuple(createdBlock, createdLogIndex)),
        )
        .execute()
    }),
  )
  return [...(sent ?? []), ...(received ?? [])]
    .map(offerFromRow)
    .toSorted((a, b) => b.createdBlock - a.createdBlock || b.createdLogIndex - a.createdLogIndex)
    .slice(0, limit)
}

/** A list longer than this is cut: it is for finding addresses that look alike, not for counting. */
const maxCounterparties = 1_000

/** Whom a wallet has completed a swap with, each once. */
export async function counterpartiesOf(db: Queryable, wallet: Address): Promise<Address[]> {
  const completed = db.selectFrom('offers').where('settlement', '=', 'completed').distinct().limit(maxCounterparties)
  const [recipients, creators] = await Promise.all([
    completed.select('recipient as address').where('creator', '=', wallet).execute(),
    completed.select('creator as address').where('recipient', '=', wallet).execute(),
  ])
  return [...new Set([...recipients, ...creators].map(({ address }) => address))].slice(0, maxCounterparties)
}

/** Open offers in the order of their ids, for reading them all piece by piece; those that have expired by `sinceS` left out. */
export async function openOffersAfter(
  db: Queryable,
  after: OfferId | null,
  limit: number,
  sinceS = 0,
): Promise<StoredOffer[]> {
  const open = db.selectFrom('offers').selectAll().where('settlement', 'is', null).orderBy('id').limit(limit)
  const query = sinceS > 0 ? open.where('expires_at_s', '>', sinceS) : open
  const rows = await (after === null ? query : query.where('id', '>', after)).execute()
  return rows.map(offerFromRow)
}

/** Offers of some deployments that were created or settled in a range of blocks, both ends included. */
export async function offersTouchedIn(
  db: Queryable,
  escrows: readonly Address[],
  { fromBlock, toBlock }: { fromBlock: number; toBlock: number },
): Promise<TouchedOffer[]> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'created_block', 'settled_block', 'settlement'])
    .where('escrow', 'in', escrows)
    .where((eb) =>
      eb.or([
        eb.and([eb('created_block', '>=', fromBlock), eb('created_block', '<=', toBlock)]),
        eb.and([eb('settled_block', '>=', fromBlock), eb('settled_block', '<=', toBlock)]),
      ]),
    )
    .execute()
  return rows.map(({ id, created_block: createdBlock, settled_block: settledBlock, settlement }) => ({
    id,
    createdBlock,
    settledBlock,
    settlement,
  }))
}

/** Writes offers, new ones and known ones alike. */
export async function saveOffers(db: Queryable, offers: readonly StoredOffer[]): Promise<void> {
  for (let at = 0; at < offers.length; at += rowsAtOnce) {
    await db
      .insertInto('offers')
      .values(offers.slice(at, at + rowsAtOnce).map(offerToRow))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          settlement: eb.ref('excluded.settlement'),
          settled_by: eb.ref('excluded.settled_by'),
          settled_tx_hash: eb.ref('excluded.settled_tx_hash'),
          settled_at_s: eb.ref('excluded.settled_at_s'),
          settled_block: eb.ref('excluded.settled_block'),
          unreturned: eb.ref('excluded.unreturned'),
        })),
      )
      .execute()
    await saveSwappedNfts(db, offers.slice(at, at + rowsAtOnce))
    await yieldToEventLoop()
  }
}

/** Only of completed offers: a stranger could fill the history of an NFT by requesting it. */
async function saveSwappedNfts(db: Queryable, offers: readonly StoredOffer[]): Promise<void> {
  await removeSwappedNfts(
    db,
    offers.map(({ id }) => id),
  )
  const rows = offers
    .filter(({ settlement }) => settlement?.kind === 'completed')
    .flatMap(({ id, offered, requested, createdBlock, settledBlock }) =>
      [...offered, ...requested].map(({ contract, tokenId }) => ({
        contract,
        token: String(tokenId),
        block: settledBlock ?? createdBlock,
        offer_id: id,
      })),
    )
  if (rows.length === 0) return
  await db
    .insertInto('swapped_nfts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function removeSwappedNfts(db: Queryable, ids: readonly OfferId[]): Promise<void> {
  await db.deleteFrom('swapped_nfts').where('offer_id', 'in', ids).execute()
}

/** The completed offers in which an NFT changed hands, newest first. */
export async function swapsOf(db: Queryable, { contract, tokenId }: Nft, limit: number): Promise<StoredOffer[]> {
  const rows = await db
    .selectFrom('swapped_nfts')
    .innerJoin('offers', 'offers.id', 'swapped_nfts.offer_id')
    .selectAll('offers')
    .where('swapped_nfts.contract', '=', contract)
    .where('swapped_nfts.token', '=', String(tokenId))
    .orderBy('swapped_nfts.block', 'desc')
    .orderBy('swapped_nfts.offer_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(offerFromRow)
}

/** The last completed offers in which an NFT of a collection changed hands, newest first. */
export async function swapsOfCollection(db: Queryable, contract: Address, limit: number): Promise<StoredOffer[]> {
  // One row for an offer, however many NFTs of the collection are in it.
  const recent = await db
    .selectFrom('swapped_nfts')
    .select(['block', 'offer_id'])
    .where('contract', '=', contract)
    .groupBy(['block', 'offer_id'])
    .orderBy('block', 'desc')
    .orderBy('offer_id', 'desc')
    .limit(limit)
    .execute()
  const offers = new Map(
    (
      await findOffers(
        db,
        recent.map(({ offer_id: id }) => id),
      )
    ).map((offer) => [offer.id, offer]),
  )
  return recent.flatMap(({ offer_id: id }) => offers.get(id) ?? [])
}

export async function removeOffers(db: Queryable, ids: readonly OfferId[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const some = ids.slice(at, at + idsAtOnce)
    await removeSwappedNfts(db, some)
    await db.deleteFrom('claimed_nfts').where('offer_id', 'in', some).execute()
    await db.deleteFrom('taken_nfts').where('offer_id', 'in', some).execute()
    await db.deleteFrom('offers').where('id', 'in', some).execute()
  }
}

export async function clearOffers(db: Queryable): Promise<void> {
  await db.deleteFrom('swapped_nfts').execute()
  await db.deleteFrom('claimed_nfts').execute()
  await db.deleteFrom('taken_nfts').execute()
  await db.deleteFrom('offers').execute()
}

/** Deletes the offers of all other escrows: those of unconfigured deployments can't be acted on. */
export async function keepOffersOf(db: Queryable, escrows: readonly Address[]): Promise<void> {
  const others = db.selectFrom('offers').select('id').where('escrow', 'not in', escrows)
  // Each statement below reads all offers, at every start.
  if (!(await others.limit(1).executeTakeFirst())) return
  await db.deleteFrom('swapped_nfts').where('offer_id', 'in', others).execute()
  await db.deleteFrom('claimed_nfts').where('offer_id', 'in', others).execute()
  await db.deleteFrom('taken_nfts').where('offer_id', 'in', others).execute()
  await db.deleteFrom('offers').where('escrow', 'not in', escrows).execute()
}

function newestFirst<Q extends { orderBy(column: 'created_block' | 'created_log_index', order: 'desc'): Q }>(
  query: Q,
): Q {
  return query.orderBy('created_block', 'desc').orderBy('created_log_index', 'desc')
}
