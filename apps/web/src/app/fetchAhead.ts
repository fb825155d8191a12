import { loadOffersFromChain } from '../features/offers/offersQuery.ts'
import { loadHoldingsFromChain } from '../session/holdingsQuery.ts'

/** What the page does without while the server is there, and has to have once it is away (decision C8). */
export function fetchAhead(): void {
  void loadOffersFromChain()
  void loadHoldingsFromChain()
}
