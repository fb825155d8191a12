import type { StoredOffer } from '../offers/storedOffer.ts'
import type { BlockRef } from '../indexer/logConsumer.ts'

/**
 * Somewhere to have every offer from: the index, or a block explorer. Both speak of offers as they stood at one block, so
 * that what comes of them can be compared to the unit.
 */
export interface StatsSource {
  /** Every offer created up to `at`, settled only where that happened up to `at`. Piece by piece. */
  offersAt(at: BlockRef, signal: AbortSignal): AsyncIterable<readonly StoredOffer[]>
}
