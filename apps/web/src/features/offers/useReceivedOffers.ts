import { useAccount } from '../../session/useAccount.ts'
import type { OfferList } from './OfferList.ts'
import { useInPortal } from './useInPortal.ts'
import { useOfferList } from './useOfferList.ts'
import { useUnwanted } from './useUnwanted.ts'

/** Unsettled offers made to the connected wallet; expired ones included, since the recipient may return them. */
export function useReceivedOffers(): OfferList {
  const list = useInPortal(useOfferList('recipient', useAccount()))
  const { isUnwanted } = useUnwanted()
  return { ...list, offers: list.offers.filter((offer) => !isUnwanted(offer)) }
}
