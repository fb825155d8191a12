import { type Address, sameAddress } from './address.ts'
import { type Nft, nftKey } from './nft.ts'
import { durationChoices, durationSeconds, type Offer } from './offer.ts'
import type { Seat, Table, TableDeal, TableSide } from './table.ts'

/** What became of one side. An NFT that took the place of another one of its collection is in `replaced` alone. */
export interface SideChanges {
  readonly added: readonly Nft[]
  readonly removed: readonly Nft[]
  readonly replaced: readonly { readonly before: Nft; readonly after: Nft }[]
  /** Null if the coins stayed the same. */
  readonly wei: { readonly before: bigint; readonly after: bigint } | null
}

export interface DealChanges {
  readonly opener: SideChanges
  readonly guest: SideChanges
  /** Null if the duration stayed the same. */
  readonly durationMinutes: { readonly before: number; readonly after: number } | null
}

/** What one version of a deal has that the one before it had not, and the other way round. */
export function dealChanges(before: TableDeal, after: TableDeal): DealChanges {
  const [from, to] = [before.durationMinutes, after.durationMinutes]
  return {
    opener: sideChanges(before.opener, after.opener),
    guest: sideChanges(before.guest, after.guest),
    durationMinutes: from === to ? null : { before: from, after: to },
  }
}

function sideChanges(before: TableSide, after: TableSide): SideChanges {
  const pairs = pairNfts(before.nfts, after.nfts).filter(({ same }) => !same)
  return {
    added: pairs.flatMap(({ before: from, after: to }) => (to && !from ? [to] : [])),
    removed: pairs.flatMap(({ before: from, after: to }) => (from && !to ? [from] : [])),
    replaced: pairs.flatMap(({ before: from, after: to }) => (from && to ? [{ before: from, after: to }] : [])),
    wei: before.wei === after.wei ? null : { before: before.wei, after: after.wei },
  }
}

interface NftPair {
  readonly before: Nft | null
  readonly after: Nft | null
  readonly same: boolean
}

/** Every NFT of two lists, once: with itself, or else with another of its collection, or with none. */
function pairNfts(before: readonly Nft[], after: readonly Nft[]): readonly NftPair[] {
  const kept = new Set(before.map(nftKey))
  const now = new Set(after.map(nftKey))
  const added = after.filter((nft) => !kept.has(nftKey(nft)))
  const pairs = before.map((nft): NftPair => {
    if (now.has(nftKey(nft))) return { before: nft, after: nft, same: true }
    const at = added.findIndex(({ contract }) => sameAddress(contract, nft.contract))
    const [replacement] = at < 0 ? [] : added.splice(at, 1)
    return { before: nft, after: replacement ?? null, same: false }
  })
  return [...pairs, ...added.map((nft): NftPair => ({ before: null, after: nft, same: false }))]
}

/** One thing of an agreed deal beside the same thing of the offer. Null where one of the two lacks it. */
export type ComparedRow = { readonly key: string; readonly same: boolean } & (
  | { readonly kind: 'nft'; readonly giver: Seat; readonly agreed: Nft | null; readonly offer: Nft | null }
  | { readonly kind: 'coins'; readonly giver: Seat; readonly agreedWei: bigint; readonly offerWei: bigint }
  | { readonly kind: 'duration'; readonly agreedS: number; readonly offerS: number }
)

type OfferTerms = Pick<Offer, 'creator' | 'recipient' | 'offered' | 'requested' | 'coins' | 'createdAtS' | 'expiresAtS'>

/** Who of a table made the offer, or null if it isn't between these two. */
export function creatorSeat(
  { opener, guest }: Pick<Table, Seat>,
  { creator, recipient }: Pick<Offer, 'creator' | 'recipient'>,
): Seat | null {
  const isBetween = (one: Address, other: Address) => sameAddress(creator, one) && sameAddress(recipient, other)
  if (isBetween(opener, guest)) return 'opener'
  return isBetween(guest, opener) ? 'guest' : null
}

/** An offer's terms by who gives what. Its duration becomes the nearest that can be chosen. */
export function dealOfOffer(offer: Omit<OfferTerms, 'creator' | 'recipient'>, creator: Seat): TableDeal {
  const { coins, offered, requested, createdAtS, expiresAtS } = offer
  const given: TableSide = { nfts: offered, wei: coins.offeredWei }
  const wanted: TableSide = { nfts: requested, wei: coins.requestedWei }
  const [opener, guest] = creator === 'opener' ? [given, wanted] : [wanted, given]
  const distance = (minutes: number) => Math.abs(minutes * 60 - (expiresAtS - createdAtS))
  const durationMinutes = durationChoices
    .map(({ minutes }) => minutes)
    .reduce((best, one) => (distance(one) < distance(best) ? one : best))
  return { opener, guest, durationMinutes }
}

/**
 * An agreed deal beside the offer that is to lock it in, item by item (decision N3). Each NFT and each amount of both is in
 * exactly one row. The escrow counts the duration from the block of creation, so it is compared to the second; where that
 * block's time isn't known (0), creation at any moment since the agreement explains the expiry.
 */
export function compareWithOffer(
  { deal: agreed, agreedAtS }: { readonly deal: TableDeal; readonly agreedAtS: number },
  offer: OfferTerms,
  creator: Seat,
): readonly ComparedRow[] {
  const { createdAtS, expiresAtS } = offer
  const agreedS = durationSeconds(agreed.durationMinutes)
  const offerS = createdAtS === 0 ? Math.min(agreedS, expiresAtS - agreedAtS) : expiresAtS - createdAtS
  const { opener, guest } = dealOfOffer(offer, creator)
  return [
    ...compareSides('opener', agreed.opener, opener),
    ...compareSides('guest', agreed.guest, guest),
    { key: `${agreedS} ${offerS}`, same: agreedS === offerS, kind: 'duration', agreedS, offerS },
  ]
}

/** Whether an offer has exactly the agreed terms of a table, so that it can lock them in. */
export function isAsAgreed(table: Pick<Table, Seat | 'agreed'>, offer: OfferTerms): boolean {
  const creator = creatorSeat(table, offer)
  const { agreed } = table
  if (creator === null || agreed === null) return false
  return compareWithOffer({ deal: agreed.deal, agreedAtS: agreed.atS }, offer, creator).every(({ same }) => same)
}

function compareSides(giver: Seat, agreed: TableSide, offer: TableSide): readonly ComparedRow[] {
  const rows = pairNfts(agreed.nfts, offer.nfts).map(({ before, after, same }): ComparedRow => {
    const key = [giver, before && nftKey(before), after && nftKey(after)].join(' ')
    return { key, same, kind: 'nft', giver, agreed: before, offer: after }
  })
  if (agreed.wei === 0n && offer.wei === 0n) return rows
  // The amount is in the key, so a confirmed difference is confirmed no more when the amount changes.
  const key = `${giver} ${agreed.wei} ${offer.wei}`
  const same = agreed.wei === offer.wei
  return [...rows, { key, same, kind: 'coins', giver, agreedWei: agreed.wei, offerWei: offer.wei }]
}
