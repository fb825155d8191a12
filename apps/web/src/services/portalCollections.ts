import { findCollection, type Collection, type Offer } from '@parley/domain'
import type { PortalData } from './Portal.ts'

/** The sides of an offer, by what its creator does with them. */
export type OfferSide = 'offered' | 'requested'

/** A portal, as far as its collections go. */
export type Place = Pick<PortalData, 'collections'>

/** The collections that may lie on a side here, out of all supported ones, in the registry's order. */
export function collectionsOn({ collections }: Place, side: OfferSide, all: readonly Collection[]) {
  const shelf = collections[side]
  if (shelf === 'all') return all
  return all.flatMap((row): readonly Collection[] => {
    const wanted = shelf.find(({ key }) => key === row.key)
    if (!wanted) return []
    return wanted.lastId === undefined || row.discovery.kind !== 'scan'
      ? [row]
      : [{ ...row, discovery: { kind: 'scan', lastId: wanted.lastId } }]
  })
}

/** The collections of either side. */
export function collectionsIn(place: Place, all: readonly Collection[]): readonly Collection[] {
  const offered = collectionsOn(place, 'offered', all)
  const others = collectionsOn(place, 'requested', all).filter(({ key }) => offered.every((row) => row.key !== key))
  return [...offered, ...others]
}

/** Whether an offer belongs to a portal: both sides contain only its collections. */
export function belongsHere(place: Place, offer: Pick<Offer, OfferSide>, all: readonly Collection[]): boolean {
  return (['offered', 'requested'] as const).every((side) => {
    if (place.collections[side] === 'all') return true
    const rows = collectionsOn(place, side, all)
    return offer[side].every((nft) => findCollection(rows, nft.contract) !== undefined)
  })
}
