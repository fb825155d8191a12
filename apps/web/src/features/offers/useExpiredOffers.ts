import { emptyOfferList, type OfferList } from './OfferList.ts'

/** The connected wallet's own offers past expiry, and closed ones of which something is still in escrow (decision K7). */
export function useExpiredOffers(): OfferList {
  return emptyOfferList
}
