import type { Context } from '../context.ts'
import type { OfferTally } from './offerTally.ts'

/** What the work on offers shares. */
export interface OfferParts {
  readonly context: Context
  readonly tally: OfferTally
}
