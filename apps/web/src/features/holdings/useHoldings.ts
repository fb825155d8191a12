import type { Address } from '@parley/domain'
import type { HeldNft } from '../../session/HeldNft.ts'

export interface Holdings {
  /** `idle` without an address. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** NFTs of the portal's collections, in a stable order. */
  readonly nfts: readonly HeldNft[]
  /** Collections that could not be read: say so, never show them as empty. */
  readonly unreadable: readonly Address[]
  /** Where the list comes from; `chain` when the server was away. */
  readonly source: 'server' | 'chain' | null
  readonly refreshing: boolean
  refresh(): Promise<void>
}

/** What a wallet holds in this portal's collections. */
export function useHoldings(_address: Address | null): Holdings {
  return { status: 'idle', nfts: [], unreadable: [], source: null, refreshing: false, refresh: async () => undefined }
}
