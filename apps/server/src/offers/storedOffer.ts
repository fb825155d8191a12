import type { Offer } from '@parley/domain'

/** An offer with its places on the chain: what the index keeps. */
export interface StoredOffer extends Offer {
  readonly createdBlock: number
  readonly createdLogIndex: number
  /** Null while open, and where the state was read and not the event. */
  readonly settledBlock: number | null
}
