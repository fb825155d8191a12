import type { Address, Nft, OfferId } from '@parley/domain'
import type { Selectable } from 'kysely'
import { equals } from '../db/equals.ts'
import type { Queryable, TakenNftsTable } from '../db/schema.ts'
import { holdersOf, rowKey } from '../holdings/ownerRows.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { openOffersAfter } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'

const offersAtOnce = 500
/** Both engines limit the values of one statement. */
const rowsAtOnce = 500

/** Notes which of these offers' NFTs are elsewhere than in the escrow, by the owners known now. */
export async function noteTaken(db: Queryable, offers: readonly StoredOffer[]): Promise<void> {
  const offered = offers
    .filter(({ settlement }) => settlement === null)
    .flatMap((offer) => offer.offered.map((nft) => ({ offer, nft })))
  const holders = await holdersOf(
    db,
    offered.map(({ nft }) => nft),
  )
  await addTaken(
    db,
    offered.filter(({ offer, nft }) => {
      const holder = holders.get(rowKey(nft))
      // Owners may be older than the offer: its creator may have had the NFT from this one.
      return holder && isTaken(offer, holder.owner) && (holder.block ?? Infinity) > offer.createdBlock
    }),
  )
}

/** Notes it of all open offers, after owners were read from the chain. */
export async function noteAllTaken(db: Queryable): Promise<void> {
  await db.deleteFrom('taken_nfts').execute()
  for (let after: OfferId | null = null; ;) {
    const offers: StoredOffer[] = await openOffersAfter(db, after, offersAtOnce)
    await noteTaken(db, offers)
    // Of a million open offers this takes seconds, in which requests wait.
    await yieldToEventLoop()
    const last = offers.at(-1)
    if (!last || offers.length < offersAtOnce) return
    after = last.id
  }
}

/** A settled offer's NFTs are with one of its parties, perhaps before the index knows that it ended. */
export function isTaken(offer: Pick<StoredOffer, 'escrow' | 'creator' | 'recipient'>, owner: string): boolean {
  return ![offer.escrow, offer.creator, offer.recipient].some((one) => one === owner)
}

export async function addTaken(
  db: Queryable,
  taken: readonly { readonly offer: StoredOffer; readonly nft: Nft }[],
): Promise<void> {
  const rows = taken.map(({ offer: { id, escrow, creator, recipient }, nft: { contract, tokenId } }) => ({
    offer_id: id,
    contract,
    token: String(tokenId),
    escrow,
    creator,
    recipient,
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insertInto('taken_nfts')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Forgets it where the escrow or a party holds the NFT again. @returns what was forgotten. */
export async function removeTaken(
  db: Queryable,
  { contract, tokenId }: Nft,
  owner: Address,
): Promise<readonly Selectable<TakenNftsTable>[]> {
  return db
    .deleteFrom('taken_nfts')
    .where('contract', '=', contract)
    .where('token', '=', String(tokenId))
    .where((eb) => eb.or([eb('escrow', '=', owner), eb('creator', '=', owner), eb('recipient', '=', owner)]))
    .returningAll()
    .execute()
}

/** Those of a wallet's offers, in either role. */
export function takenQuery(db: Queryable, viewer: Address) {
  const all = db.selectFrom('taken_nfts').selectAll()
  return all.where('creator', ...equals(viewer)).unionAll(all.where('recipient', ...equals(viewer)))
}

export function takenFrom(rows: readonly Selectable<TakenNftsTable>[]): ReadonlyMap<OfferId, readonly Nft[]> {
  const taken = new Map<OfferId, readonly Nft[]>()
  for (const { offer_id: id, contract, token } of rows)
    taken.set(id, [...(taken.get(id) ?? []), { contract, tokenId: BigInt(token) }])
  return taken
}
