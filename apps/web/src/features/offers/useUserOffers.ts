import { emptyOfferList, type OfferList } from './OfferList.ts'

export interface UserOffers extends OfferList {
  readonly hasMore: boolean
  loadMore(): Promise<void>
}

/** Everything that the connected wallet ever made or received, newest first (decision A2). */
export function useUserOffers(): UserOffers {
  return { ...emptyOfferList, hasMore: false, loadMore: async () => undefined }
}
