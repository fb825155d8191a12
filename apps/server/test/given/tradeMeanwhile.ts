import type { OfferId } from '@parley/domain'
import type { Market } from './market.ts'

export interface Trading {
  /** Those that were made so far; every second one is cancelled. */
  readonly made: readonly OfferId[]
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** People go on trading until it is stopped. */
export function tradeMeanwhile(market: Pick<Market, 'offer' | 'cancel'>): Trading {
  const made: OfferId[] = []
  const asked = new AbortController()
  const trade = async (): Promise<void> => {
    while (!asked.signal.aborted) {
      const id = await market.offer()
      made.push(id)
      if (made.length % 2 === 0) await market.cancel(id)
    }
  }
  const trading = trade()
  return {
    made,
    stop() {
      asked.abort()
      return trading
    },
  }
}
