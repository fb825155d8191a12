import { type Address, type Offer, type OfferId, tradeRoles } from '@parley/domain'
import { sql } from 'kysely'
import type { Queryable } from '../db/schema.ts'
import { type CreationPlace } from '../offers/offerStore.ts'
import { offerFromRow, type StoredOffer } from '../offers/storedOffer.ts'

// Literals, not parameters: an engine takes a partial index only for a condition that it sees.
const completed = sql.lit('completed' as const)
const endBlock = sql<number>`coalesce(settled_block, created_block)`

/** How many trades a wallet has completed, and in how many each collection changed hands. */
export interface TradeCounts {
  readonly completed: number
  /** Most traded first. */
  readonly collections: readonly { readonly contract: Address; readonly trades: number }[]
}

export async function countTrades(db: Queryable, wallet: Address): Promise<TradeCounts> {
  const roles = await Promise.all(
    tradeRoles.map((role) =>
      db
        .selectFrom('offers')
        .select(({ fn }) => ['collections', fn.countAll<number | string>().as('trades')])
        .where(role, '=', wallet)
        .where('settlement', '=', completed)
        .groupBy('collections')
        .execute(),
    ),
  )
  let all = 0
  const counts = new Map<Address, number>()
  for (const { collections, trades } of roles.flat()) {
    all += Number(trades)
    // Written by offerToRow alone, and not validated on each read.
    const contracts: readonly Address[] = JSON.parse(collections)
    for (const contract of contracts) counts.set(contract, (counts.get(contract) ?? 0) + Number(trades))
  }
  return {
    completed: all,
    collections: [...counts]
      .map(([contract, trades]) => ({ contract, trades }))
      .toSorted((a, b) => b.trades - a.trades || (a.contract < b.contract ? -1 : 1)),
  }
}

/** How many trades two wallets have completed with each other. */
export async function countTradesBetween(db: Queryable, one: Address, other: Address): Promise<number> {
  const counts = await Promise.all(
    [
      { creator: one, recipient: other },
      { creator: other, recipient: one },
    ].map(({ creator, recipient }) =>
      db
        .selectFrom('offers')
        .select(({ fn }) => fn.countAll<number | string>().as('trades'))
        .where('creator', '=', creator)
        .where('recipient', '=', recipient)
        .where('settlement', '=', completed)
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { trades }) => sum + Number(trades), 0)
}

/** Block times, unix seconds, of a wallet's first and last transaction: it created or settled an offer. */
export async function seenTimes(db: Queryable, wallet: Address): Promise<{ firstS: number; lastS: number } | null> {
  const created = (order: 'asc' | 'desc') =>
    db
      .selectFrom('offers')
      .select('created_at_s as at')
      .where('creator', '=', wallet)
      .orderBy('created_block', order)
      .orderBy('created_log_index', order)
      .limit(1)
      .executeTakeFirst()
  const settled = (order: 'asc' | 'desc') =>
    db
      .selectFrom('offers')
      .select('settled_at_s as at')
      .where('settled_by', '=', wallet)
      .where('settled_at_s', 'is not', null)
      .orderBy('settled_block', order)
      .limit(1)
      .executeTakeFirst()
  const ends = await Promise.all([created('asc'), settled('asc'), created('desc'), settled('desc')])
  const times = ends.flatMap((row) => row?.at ?? [])
  return times.length === 0 ? null : { firstS: Math.min(...times), lastS: Math.max(...times) }
}

/** How many offers of a creator can be accepted at chain time `nowS`. */
export async function countAcceptable(db: Queryable, creator: Address, nowS: number): Promise<number> {
  const { offers } = await db
    .selectFrom('offers')
    .select(({ fn }) => fn.countAll<number | string>().as('offers'))
    .where('creator', '=', creator)
    .where('settlement', 'is', null)
    .where('expires_at_s', '>=', nowS)
    .executeTakeFirstOrThrow()
  return Number(offers)
}

interface Piece<Place> {
  /** Only what comes after it; null from the start. */
  readonly after: Place | null
  readonly limit: number
}

// Signed, since an engine takes no index for an expression. The index by expiry would sort all open offers of a wallet for
// each page, and the one in the list's whole order would walk through all that were ever settled.
const expiresAtS = sql<number>`+expires_at_s`
const logIndex = sql<number>`+created_log_index`

/** Offers of a creator that can be accepted at chain time `nowS`, newest first. */
export async function acceptableOffers(
  db: Queryable,
  { creator, nowS }: { creator: Address; nowS: number },
  { after, limit }: Piece<CreationPlace>,
): Promise<StoredOffer[]> {
  const query = db
    .selectFrom('offers')
    .selectAll()
    .where('creator', '=', creator)
    .where('settlement', 'is', null)
    .where(expiresAtS, '>=', nowS)
    .orderBy('created_block', 'desc')
    .orderBy(logIndex, 'desc')
    .limit(limit)
  const rows = await (
    after === null
      ? query
      : query.where((eb) =>
          eb(
            eb.refTuple('created_block', 'created_log_index'),
            '<',
            eb.tuple(after.createdBlock, after.createdLogIndex),
          ),
        )
  ).execute()
  return rows.map(offerFromRow)
}

/** A place in the order of completion. */
export interface CompletionPlace {
  readonly block: number
  readonly id: OfferId
}

export function completionPlaceOf({ id, createdBlock, settledBlock }: StoredOffer): CompletionPlace {
  return { block: settledBlock ?? createdBlock, id }
}

/** A wallet's completed offers, last completed first: in both roles or one, with all wallets or one. */
export async function completedOffers(
  db: Queryable,
  { wallet, role, other }: { wallet: Address; role?: keyof Pick<Offer, 'creator' | 'recipient'>; other?: Address },
  { after, limit }: Piece<CompletionPlace>,
): Promise<StoredOffer[]> {
  const roles = tradeRoles.filter((one) => role === undefined || one === role)
  const lists = await Promise.all(
    roles.map((own) => {
      const query = db
        .selectFrom('offers')
        .selectAll()
        .where(own, '=', wallet)
        .where('settlement', '=', completed)
        .$if(other !== undefined, (all) => all.where(own === 'creator' ? 'recipient' : 'creator', '=', other ?? wallet))
        .orderBy(endBlock, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (after === null) return query.execute()
      return query.where(sql<boolean>`(${endBlock}, id) < (${after.block}, ${after.id})`).execute()
    }),
  )
  return lists
    .flat()
    .map(offerFromRow)
    .toSorted((a, b) => completionPlaceOf(b).block - completionPlaceOf(a).block || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}
