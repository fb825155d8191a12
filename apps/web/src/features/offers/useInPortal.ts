import { usePortal } from '../../session/Portal.ts'
import { belongsHere } from '../../session/portalCollections.ts'
import { useSession } from '../../session/Session.ts'
import type { OfferList } from './OfferList.ts'

/** A list's offers that fit this portal. */
export function useInPortal(list: OfferList): OfferList {
  const { config } = useSession()
  const portal = usePortal()
  return { ...list, offers: list.offers.filter((offer) => belongsHere(portal, offer, config.collections)) }
}
