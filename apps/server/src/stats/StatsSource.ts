import type { StoredOffer } from '../offers/storedOffer.ts'
import type { BlockRef } from '../indexer/logConsumer.ts'

/** A source of all offers as of one block: the index or a block explorer. Their results are directly comparable. */
export interface StatsSource {
  /** Streams offers created up to block `at`, with later settlements ignored. */
  offersAt(at: BlockRef, signal: AbortSignal): AsyncIterable<readonly StoredOffer[]>
}
