import { emptyOfferList, type OfferList } from './OfferList.ts'

/** Unsettled offers made to the connected wallet; expired ones included, since the recipient may return them. */
export function useReceivedOffers(): OfferList {
  return emptyOfferList
}
