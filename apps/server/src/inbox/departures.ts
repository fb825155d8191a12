import type { Address, Nft } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import type { Queryable } from '../db/schema.ts'
import { type Holder, holdersOf, nobody, type OwnerChange, rowKey } from '../holdings/ownerRows.ts'
import { offerFromRow, type StoredOffer } from '../offers/storedOffer.ts'
import { addTaken, isTaken, removeTaken } from '../offers/takenNfts.ts'
import { renewEntries } from '../push/pushOutbox.ts'
import { tableFromRow } from '../tables/tableStore.ts'

/** Both engines limit the values of one statement. */
const rowsAtOnce = 500

/** An item that tells of a departure, and whom it tells. */
interface MovedItem {
  readonly id: string
  readonly wallets: readonly Address[]
}

/**
 * Notes NFTs that leave those who are to give them. Items about them are unread again, and pushed again.
 *
 * Call it before the owners are written, in their transaction. The same transfers again change nothing.
 *
 * @returns the parties of open offers whose NFTs left the escrow, or came back. Transfers don't name them.
 */
export async function noteDepartures(
  tx: Queryable,
  changes: readonly OwnerChange[],
  escrows: readonly Address[],
): Promise<Address[]> {
  const holders = await holdersOf(tx, changes)
  const anyTaken = await tx.selectFrom('taken_nfts').select('offer_id').limit(1).executeTakeFirst()
  const departures: { readonly change: OwnerChange; readonly since: number | null }[] = []
  const parties: Address[] = []
  for (const change of changes) {
    const key = rowKey(change)
    const before = holders.get(key)
    if (before && !isNew(change, before)) continue
    holders.set(key, { owner: change.to, block: change.block })
    const back = anyTaken ? await removeTaken(tx, change, change.to) : []
    for (const { creator, recipient } of back) parties.push(creator, recipient)
    if (change.from !== nobody) departures.push({ change, since: before?.block ?? null })
  }
  const moved: MovedItem[] = []
  for (const { change, since } of departures) {
    if (!escrows.includes(change.from)) continue
    // It may be back by the end of these transfers.
    const holder = holders.get(rowKey(change))?.owner ?? change.to
    const offers = (await offersHolding(tx, change, since)).filter((offer) => isTaken(offer, holder))
    await addTaken(
      tx,
      offers.map((offer) => ({ offer, nft: change })),
    )
    for (const { id, creator, recipient } of offers) {
      parties.push(creator, recipient)
      moved.push({ id: `nft-moved:${id}`, wallets: [creator, recipient] })
    }
  }
  const left = departures.map(({ change }) => change).filter(({ from }) => !escrows.includes(from))
  await forget(tx, [...moved, ...(await itemsAskingFor(tx, left))])
  return parties
}

/** Addresses per live event. */
const addressesAtOnce = 500

/** Tells those who gave or got an NFT, and the parties of offers that are affected. */
export function holdingsEvents(
  changes: readonly Pick<OwnerChange, 'from' | 'to'>[],
  parties: readonly Address[],
): LiveEvent[] {
  const addresses = [...new Set([...changes.flatMap(({ from, to }) => [from, to]), ...parties])].filter(
    (address) => address !== nobody,
  )
  return Array.from({ length: Math.ceil(addresses.length / addressesAtOnce) }, (_, index) => ({
    type: 'holdings' as const,
    addresses: addresses.slice(index * addressesAtOnce, (index + 1) * addressesAtOnce),
  }))
}

/** Not applied before. Where the block is unknown, the owner alone says so. */
function isNew({ from, block }: OwnerChange, holder: Holder): boolean {
  return holder.block === null ? holder.owner === from : block >= holder.block && holder.owner === from
}

/** Open offers with an NFT in the escrow. One that was settled in the same block is open no more. */
async function offersHolding(tx: Queryable, nft: OwnerChange, since: number | null): Promise<StoredOffer[]> {
  const all = tx.selectFrom('offers').selectAll().where('escrow', '=', nft.from)
  const holding = async (query: typeof all) => (await query.execute()).map(offerFromRow).filter(offers(nft))
  // It came with the offer's creation, almost always.
  const created = since === null ? [] : await holding(all.where('created_block', '=', since))
  if (created.length > 0) return created.filter(({ settlement }) => settlement === null)
  if ((await holding(all.where('settled_block', '=', nft.block))).length > 0) return []
  return holding(all.where('settlement', 'is', null).where('offered', 'like', `%"${nft.tokenId}"]%`))
}

function offers(nft: Nft) {
  return ({ offered }: StoredOffer): boolean => offered.some(sameAs(nft))
}

function sameAs(nft: Nft) {
  return ({ contract, tokenId }: Nft): boolean => contract === nft.contract && tokenId === nft.tokenId
}

/** Items about NFTs that left the wallets that are to give them. */
async function itemsAskingFor(tx: Queryable, left: readonly OwnerChange[]): Promise<MovedItem[]> {
  const items: MovedItem[] = []
  const givers = [...new Set(left.map(({ from }) => from))]
  for (let at = 0; at < givers.length; at += rowsAtOnce) {
    const some = givers.slice(at, at + rowsAtOnce)
    const open = await tx
      .selectFrom('offers')
      .selectAll()
      .where('recipient', 'in', some)
      .where('settlement', 'is', null)
      .execute()
    for (const { id, creator, recipient, requested } of open.map(offerFromRow))
      if (left.some((nft) => nft.from === recipient && requested.some(sameAs(nft))))
        items.push({ id: `nft-moved:${id}`, wallets: [creator] })
    const tables = await tx
      .selectFrom('tables')
      .selectAll()
      .where((eb) => eb.or([eb('opener', 'in', some), eb('guest', 'in', some)]))
      .where('closed_at_s', 'is', null)
      .execute()
    for (const { table } of tables.map(tableFromRow)) {
      const { id, version, opener, guest } = table
      const isMoved = (['opener', 'guest'] as const).some((seat) =>
        left.some((nft) => nft.from === table[seat] && version.deal[seat].nfts.some(sameAs(nft))),
      )
      if (isMoved) items.push({ id: `nft-moved:${id}:${version.number}`, wallets: [opener, guest] })
    }
  }
  return items
}

/** Forgets that items were read and pushed. A push under way tells of the new departure as well. */
async function forget(tx: Queryable, items: readonly MovedItem[]): Promise<void> {
  for (const { id, wallets } of items) {
    await tx
      .deleteFrom('inbox_marks')
      .where('address', 'in', [...wallets])
      .where('item', '=', id)
      .execute()
    await renewEntries(tx, wallets, id)
  }
}
