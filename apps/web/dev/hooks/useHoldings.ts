import { avalancheCollections, type Address } from '@parley/domain'
import type { Holdings } from '../../src/features/holdings/useHoldings.ts'
import { alice, aliceNfts, bobNfts } from '../sample.ts'
import { scenario } from '../scenario.ts'

const unreadable = scenario.has('unread') ? avalancheCollections.slice(4, 6).map((row) => row.address) : []

export function useHoldings(address: Address | null): Holdings {
  return {
    status: !address ? 'idle' : scenario.has('loading') ? 'loading' : scenario.has('failed') ? 'failed' : 'ready',
    nfts: address === alice ? aliceNfts : address ? bobNfts : [],
    unreadable,
    source: scenario.has('away') ? 'chain' : 'server',
    reading: 0,
    kept: false,
    readUpTo: scenario.has('cut') ? 10_000 : null,
    refreshing: scenario.has('refreshing'),
    refresh: async () => undefined,
    readOn: async () => undefined,
  }
}
