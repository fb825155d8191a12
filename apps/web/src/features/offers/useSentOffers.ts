import { emptyOfferList, type OfferList } from './OfferList.ts'

/** Unsettled offers that the connected wallet made and that have not expired. */
export function useSentOffers(): OfferList {
  return emptyOfferList
}
