import type { Offer } from '@parley/domain'

/**
 * Why a list may not be all of the truth.
 * - `from-chain`: the server is away; read from the chain, which shows what was seen before and the last 2000 blocks (decision C8).
 * - `lags`: the index is that many blocks behind the chain; read from the chain meanwhile.
 * - `kept`: neither answers; this is what was known before.
 */
export type ListDoubt = { readonly kind: 'from-chain' | 'kept' } | { readonly kind: 'lags'; readonly blocks: number }

export interface OfferList {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly offers: readonly Offer[]
  readonly doubt: ListDoubt | null
  readonly refreshing: boolean
  refresh(): Promise<void>
}
