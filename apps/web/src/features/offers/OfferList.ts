import type { Offer } from '@parley/domain'

/**
 * Why a list may be incomplete.
 *
 * - `from-chain`: the server is unreachable; shows known offers and the last 2000 blocks (decision C8).
 * - `lags`: the index is that many blocks behind, so the list is read from the chain.
 * - `kept`: server and chain are unreachable; this is older data.
 */
export type ListDoubt = { readonly kind: 'from-chain' | 'kept' } | { readonly kind: 'lags'; readonly blocks: number }

export interface OfferList {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly offers: readonly Offer[]
  readonly doubt: ListDoubt | null
  readonly refreshing: boolean
  refresh(): Promise<void>
}
