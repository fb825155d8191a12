import { loadOffersFromChain } from '../features/offers/offersQuery.ts'
import { loadHoldingsFromChain } from '../session/holdingsQuery.ts'

/** Prefetches code that is needed only when the server is unreachable (decision C8). */
export function fetchAhead(): void {
  void loadOffersFromChain()
  void loadHoldingsFromChain()
}
