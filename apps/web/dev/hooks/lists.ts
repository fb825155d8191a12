import type { Offer } from '@parley/domain'
import type { OfferList } from '../../src/features/offers/OfferList.ts'
import { scenario } from '../scenario.ts'

export function list(offers: readonly Offer[]): OfferList {
  return {
    status: scenario.has('loading') ? 'loading' : scenario.has('failed') ? 'failed' : 'ready',
    offers: scenario.has('no-offers') || scenario.has('nothing') ? [] : offers,
    source: 'index',
    doubt: scenario.has('away') ? ({ kind: 'from-chain' } as const) : null,
    refreshing: false,
    refresh: async () => undefined,
  }
}
