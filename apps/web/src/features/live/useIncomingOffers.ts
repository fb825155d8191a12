/** How many unexpired offers wait for the connected wallet and were not seen yet: for the page's title (decision S9). */
export function useIncomingOffers(): number {
  return 0
}
