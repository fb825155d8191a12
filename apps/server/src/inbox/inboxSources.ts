import {
  type Address,
  inboxKeptS,
  type InboxSources,
  type MovedNfts,
  type Nft,
  nftKey,
  offerEndsS,
  type OfferId,
  sameAddress,
} from '@parley/domain'
import { type Selectable, sql } from 'kysely'
import type { DeclinesTable, Queryable } from '../db/schema.ts'
import { type OwnerOf, ownersOf, type ReadOwners } from '../holdings/ownerRows.ts'
import { claimsOf } from '../offers/claimedNfts.ts'
import { inboxColumns, inboxOfferFromRow, type StoredInboxOffer, type StoredOffer } from '../offers/storedOffer.ts'
import { takenFrom, takenQuery } from '../offers/takenNfts.ts'
import { blockedQuery } from '../tables/inbound.ts'
import { offersOfTables, tablesOf } from '../tables/tableReads.ts'
import type { StoredTable } from '../tables/tableStore.ts'

/** Maximum offers in each list, the newest first. A wallet with more is being flooded. */
const maxOffers = 2_000
export const maxTables = 200
/** Both engines limit the values of one statement. */
const rowsAtOnce = 500

type Times = Pick<InboxSources, 'chainS' | 'serverS'>

/** Reads what a wallet's inbox is derived from. */
export async function readInboxSources(db: Queryable, viewer: Address, times: Times): Promise<InboxSources> {
  const claims = await claimsOf(db, viewer, times.chainS - inboxKeptS)
  const [offers, stored, taken, blocked] = await Promise.all([
    offersFor(db, viewer, { ...times, claimed: [...claims.keys()] }),
    tablesOf(db, viewer, { before: null, limit: maxTables }),
    takenQuery(db, viewer).execute(),
    blockedQuery(db, viewer).execute(),
  ])
  const locks = await offersOfTables(db, stored)
  const given = givenNfts(viewer, { offers, stored, locks })
  const [declines, owners] = await Promise.all([
    declinesOf(db, offers),
    ownersOf(
      db,
      given.map(({ nft }) => nft),
    ),
  ])
  return sourcesFrom(
    { offers, claims, stored, declines, locks, given, owners, taken: takenFrom(taken), blocked },
    { viewer, ...times },
  )
}

/** Rows of an inbox. */
export interface SourceRows {
  readonly claims: NonNullable<InboxSources['claims']>
  readonly offers: readonly StoredInboxOffer[]
  readonly stored: readonly StoredTable[]
  readonly declines: readonly Selectable<DeclinesTable>[]
  /** The offers that lock tables in, and those that they counter, by id. */
  readonly locks: ReadonlyMap<string, StoredOffer>
  readonly given: readonly GivenNft[]
  /** Who holds those. */
  readonly owners: OwnerOf
  /** Offered NFTs that the escrow holds no more, by offer. */
  readonly taken: ReadonlyMap<OfferId, readonly Nft[]>
  /** Whom the wallet has blocked. */
  readonly blocked: readonly { readonly other: Address }[]
}

export function sourcesFrom(
  { offers, claims, stored, declines, locks, given, owners, taken, blocked }: SourceRows,
  known: Times & Pick<InboxSources, 'viewer'>,
): InboxSources {
  return {
    ...known,
    offers,
    claims,
    declines: new Map(declines.map(({ offer_id: id, at_s: atS, reason, text }) => [id, { atS, reason, text }])),
    blocked: new Set(blocked.map(({ other }) => other)),
    moved: withTaken(movedNfts(given, owners), taken),
    tables: stored.map((one) => entryOf(one, locks)),
  }
}

function entryOf({ table }: StoredTable, locks: ReadonlyMap<string, StoredOffer>): InboxSources['tables'][number] {
  const { offerId } = table
  // An offer that the index lost sight of counts as open until it is found again.
  const offer = offerId === null ? undefined : locks.get(offerId)
  return {
    table,
    lock: offerId && (offer?.settlement?.kind ?? ('open' as const)),
    lockEndsS: offer && offerEndsS(offer),
  }
}

/** What inboxes are derived from of one table; the same for both people. */
export interface TableSource {
  readonly entry: InboxSources['tables'][number]
  readonly moved: MovedNfts | null
}

/** @param locks the offer that locks the table in, and the one that it counters, by id. */
export async function readTableSource(
  read: ReadOwners,
  stored: StoredTable,
  locks: ReadonlyMap<string, StoredOffer>,
): Promise<TableSource> {
  const given = givenAtTables([stored], locks)
  const moved = movedNfts(given, await read(given.map(({ nft }) => nft)))
  return { entry: entryOf(stored, locks), moved: moved.get(stored.table.id) ?? null }
}

/** Open ones, those that were closed lately, and those with NFTs left behind, or claimed lately. */
async function offersFor(
  db: Queryable,
  viewer: Address,
  { chainS, claimed }: Times & { readonly claimed: readonly OfferId[] },
): Promise<StoredInboxOffer[]> {
  const lists = await Promise.all(
    (['creator', 'recipient'] as const).flatMap((role) => {
      const all = db.selectFrom('offers').select(inboxColumns).where(role, '=', viewer).limit(maxOffers)
      return [
        all.where('settlement', 'is', null).orderBy('created_block', 'desc').execute(),
        all
          .where('settlement', 'is not', null)
          .where(closedAtS, '>=', chainS - inboxKeptS)
          .orderBy(closedAtS, 'desc')
          .execute(),
        ...(role === 'creator' ? [all.where(sql<boolean>`unreturned <> '[]'`).execute()] : []),
        ...(role === 'creator' && claimed.length > 0
          ? [all.where('id', 'in', claimed.slice(-rowsAtOnce)).execute()]
          : []),
      ]
    }),
  )
  return [...new Map(lists.flat().map((row) => [row.id, row])).values()].map(inboxOfferFromRow)
}

export const closedAtS = sql<number>`coalesce(settled_at_s, created_at_s)`

async function declinesOf(db: Queryable, offers: readonly StoredInboxOffer[]): Promise<SourceRows['declines']> {
  const ids = offers.map(({ id }) => id)
  return inPieces(ids, (some) =>
    db
      .selectFrom('declines')
      .selectAll()
      .where('offer_id', 'in', [...some])
      .execute(),
  )
}

export interface GivenNft {
  readonly nft: Nft
  /** The offer or table. */
  readonly subject: string
  readonly giver: Address
  /** When the giver held it by the chain: the offer's own block. */
  readonly sinceBlock?: number
  /** The escrow, where an offer that is countered there holds it for its giver. */
  readonly escrow?: Address | undefined
}

/** The NFTs that a party must still hold. Those of an offer's creator are in the escrow: see `takenNfts.ts`. */
export function givenNfts(
  viewer: Address,
  { offers, stored, locks }: Pick<SourceRows, 'offers' | 'stored' | 'locks'>,
): GivenNft[] {
  return [
    ...offers
      .filter(({ creator, settlement }) => settlement === null && sameAddress(creator, viewer))
      .flatMap(({ id, recipient, requested, createdBlock }) =>
        requested.map((nft) => ({ nft, subject: id, giver: recipient, sinceBlock: createdBlock })),
      ),
    ...givenAtTables(stored, locks),
  ]
}

/** @param locks the offers that they counter, by id. */
export function givenAtTables(tables: readonly StoredTable[], locks: SourceRows['locks']): GivenNft[] {
  return tables
    .filter(({ table }) => !table.closed && table.version.state === 'open')
    .flatMap(({ table: { id, version, counters, ...table } }) => {
      const countered = locks.get(counters ?? '')
      return (['opener', 'guest'] as const).flatMap((seat) =>
        version.deal[seat].nfts.map((nft) => ({
          nft,
          subject: id,
          giver: table[seat],
          escrow: countered && holdsFor(countered, table[seat], nft) ? countered.escrow : undefined,
        })),
      )
    })
}

function holdsFor({ creator, settlement, offered }: StoredOffer, giver: Address, nft: Nft): boolean {
  return settlement === null && sameAddress(creator, giver) && offered.some((one) => nftKey(one) === nftKey(nft))
}

/** Which of these their giver holds no more. An unknown owner counts as the giver: see `unknownOwners.ts`. */
function movedNfts(given: readonly GivenNft[], ownerOf: OwnerOf): ReadonlyMap<string, MovedNfts> {
  const moved = new Map<string, MovedNfts>()
  for (const { nft, subject, giver, escrow, sinceBlock } of given) {
    const owner = ownerOf(nft, sinceBlock)
    if (owner === undefined || sameAddress(owner, giver) || owner === escrow) continue
    // The index keeps who holds an NFT, and not when it came; see the decision.
    moved.set(subject, { nfts: [...(moved.get(subject)?.nfts ?? []), nft], atS: null })
  }
  return moved
}

function withTaken(moved: InboxSources['moved'], taken: SourceRows['taken']): InboxSources['moved'] {
  if (taken.size === 0) return moved
  const all = new Map(moved)
  for (const [id, nfts] of taken) all.set(id, { nfts: [...nfts, ...(moved.get(id)?.nfts ?? [])], atS: null })
  return all
}

async function inPieces<T, R>(all: readonly T[], read: (some: readonly T[]) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = []
  for (let at = 0; at < all.length; at += rowsAtOnce) rows.push(...(await read(all.slice(at, at + rowsAtOnce))))
  return rows
}
