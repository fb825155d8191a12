import type { Network } from '@parley/protocol'

/** What is true of a network for everybody. Contracts and collections come from its deployment file. */
export interface NetworkFacts {
  readonly chainName: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly explorerUrl: string | null
  /** Asked in this order where RPC_URLS says nothing else. */
  readonly rpcUrls: readonly string[]
  readonly pollMs: number
}

const avax = { name: 'Avalanche', symbol: 'AVAX', decimals: 18 }

export const networkFacts: Readonly<Record<Network, NetworkFacts>> = {
  avalanche: {
    chainName: 'Avalanche C-Chain',
    nativeCurrency: avax,
    explorerUrl: 'https://snowtrace.io',
    rpcUrls: ['https://api.avax.network/ext/bc/C/rpc', 'https://avalanche-c-chain-rpc.publicnode.com'],
    pollMs: 2_000,
  },
  fuji: {
    chainName: 'Avalanche Fuji',
    nativeCurrency: avax,
    explorerUrl: 'https://testnet.snowtrace.io',
    rpcUrls: ['https://api.avax-test.network/ext/bc/C/rpc'],
    pollMs: 2_000,
  },
  local: { chainName: 'Avalanche C-Chain (local)', nativeCurrency: avax, explorerUrl: null, rpcUrls: [], pollMs: 500 },
}
