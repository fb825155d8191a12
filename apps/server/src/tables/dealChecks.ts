import { ChainFailureError, readOwner } from '@parley/chain'
import { findCollection, type Nft, nftKey, type Seat, type Table, type TableDeal } from '@parley/domain'
import type { Context } from '../context.ts'
import type { ReadOwners } from '../holdings/ownerRows.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { nftField, tableFailure } from './tableFailure.ts'

const seats: readonly Seat[] = ['opener', 'guest']

/** Of a table that two people are about to have or have. */
export interface DealPlace extends Pick<Table, Seat> {
  /** The collections that may lie here, by address; null for all that are supported. */
  readonly allowed: ReadonlySet<string> | null
  /** The offer that is countered: what it holds in escrow is its creator's. */
  readonly countered: StoredOffer | null
}

interface DealContext extends Pick<Context, 'chain' | 'config'> {
  readonly readOwners: ReadOwners
}

/**
 * Checks collections, holders and balances of a deal. Only additions to `before` are checked: the rest was checked earlier.
 *
 * @throws {HttpError}
 */
export async function checkDeal(
  context: DealContext,
  { place, before, after }: { place: DealPlace; before: TableDeal | null; after: TableDeal },
): Promise<void> {
  for (const { contract, field } of seats.flatMap((seat) => placedNfts(after, seat))) {
    if (!findCollection(context.config.deployment.collections, contract))
      throw tableFailure('unknown-collection', field)
    if (place.allowed && !place.allowed.has(contract)) throw tableFailure('other-portal', field)
  }
  const checks = await Promise.allSettled(
    seats.flatMap((seat) => {
      const known = new Set(before?.[seat].nfts.map(nftKey))
      const added = placedNfts(after, seat).filter((nft) => !known.has(nftKey(nft)) && !isInEscrow(place, seat, nft))
      return [checkHeld(context, place[seat], added), checkCoins(context, { place, seat, before, after })]
    }),
  )
  // The first fault of the deal, whichever was found first.
  for (const check of checks) if (check.status === 'rejected') throw check.reason
}

interface PlacedNft extends Nft {
  /** Where it is in the request. */
  readonly field: string
}

function placedNfts(deal: TableDeal, seat: Seat): PlacedNft[] {
  return deal[seat].nfts.map((nft, index) => ({ ...nft, field: nftField(seat, index) }))
}

function ownsCountered({ countered, ...place }: DealPlace, seat: Seat): boolean {
  return countered !== null && countered.settlement === null && countered.creator === place[seat]
}

function isInEscrow(place: DealPlace, seat: Seat, nft: Nft): boolean {
  return ownsCountered(place, seat) && place.countered?.offered.some((held) => nftKey(held) === nftKey(nft)) === true
}

/** The index first. What it doesn't know, or knows otherwise, the chain is asked. */
async function checkHeld({ chain, readOwners }: DealContext, owner: string, nfts: readonly PlacedNft[]): Promise<void> {
  const indexedOwner = await readOwners(nfts)
  const doubtful = nfts.filter((nft) => indexedOwner(nft) !== owner)
  if (doubtful.length === 0) return
  const owners = await Promise.all(doubtful.map((nft) => ownerOnChain(chain, nft)))
  const foreign = doubtful.find((_, index) => owners[index] !== owner)
  if (foreign) throw tableFailure('not-held', foreign.field)
}

/** Null for a token that doesn't exist. The client asks for all of a deal in one request. */
async function ownerOnChain(chain: Context['chain'], nft: Nft): Promise<string | null> {
  try {
    return await readOwner(chain, nft)
  } catch (error) {
    if (error instanceof ChainFailureError && error.failure.kind === 'reverted') return null
    throw tableFailure('unavailable')
  }
}

async function checkCoins(
  { chain }: DealContext,
  { place, seat, before, after }: { place: DealPlace; seat: Seat; before: TableDeal | null; after: TableDeal },
): Promise<void> {
  const { wei } = after[seat]
  if (wei === 0n || wei === before?.[seat].wei) return
  const locked = ownsCountered(place, seat) ? (place.countered?.coins.offeredWei ?? 0n) : 0n
  if (wei > locked + (await chain.getBalance({ address: place[seat] })))
    throw tableFailure('over-balance', `deal.${seat}.wei`)
}
