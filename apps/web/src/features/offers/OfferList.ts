import type { Offer } from '@parley/domain'

export interface OfferList {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly offers: readonly Offer[]
  /** `chain` when the server was away: the list may then be incomplete (decision C8). */
  readonly source: 'index' | 'chain' | null
  readonly incomplete: boolean
  readonly refreshing: boolean
  refresh(): Promise<void>
}
