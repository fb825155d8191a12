import { findCollection, type Collection, type Offer } from '@parley/domain'
import { usePortal } from '../../session/Portal.ts'
import { useSession } from '../../session/Session.ts'
import type { OfferList } from './OfferList.ts'

/** A list's offers that belong into this portal: in one of a few collections, only those that trade nothing else. */
export function useInPortal(list: OfferList): OfferList {
  const { config } = useSession()
  const { collectionsOf } = usePortal()
  const collections = collectionsOf(config.collections)
  if (collections.length === config.collections.length) return list
  return { ...list, offers: list.offers.filter((offer) => tradesOnly(offer, collections)) }
}

function tradesOnly(offer: Offer, collections: readonly Collection[]): boolean {
  return [...offer.offered, ...offer.requested].every((nft) => findCollection(collections, nft.contract) !== undefined)
}
