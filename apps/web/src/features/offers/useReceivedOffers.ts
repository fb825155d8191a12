import { useAccount } from '../../session/useAccount.ts'
import type { OfferList } from './OfferList.ts'
import { useInPortal } from './useInPortal.ts'
import { useOfferList } from './useOfferList.ts'
import { useUnwanted } from './useUnwanted.ts'

/** Unsettled offers to the connected wallet, including expired ones, which the recipient may return. */
export function useReceivedOffers(): OfferList {
  const list = useInPortal(useOfferList('recipient', useAccount()))
  const { isUnwanted } = useUnwanted()
  return { ...list, offers: list.offers.filter((offer) => !isUnwanted(offer)) }
}
