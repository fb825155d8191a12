import type { Network } from '@parley/protocol'

/** Public facts about a network. Contracts and collections come from its deployment file. */
export interface NetworkFacts {
  readonly chainName: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly explorerUrl: string | null
  /** The explorer's Etherscan-compatible API, and the block at which its all-time list of trades begins. */
  readonly explorerApi: { readonly url: string; readonly fromBlock: number | null } | null
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
    explorerApi: {
      url: 'https://api.routescan.io/v2/network/mainnet/evm/43114/etherscan/api',
      fromBlock: 61_112_435,
    },
    rpcUrls: ['https://api.avax.network/ext/bc/C/rpc', 'https://avalanche-c-chain-rpc.publicnode.com'],
    pollMs: 2_000,
  },
  fuji: {
    chainName: 'Avalanche Fuji',
    nativeCurrency: avax,
    explorerUrl: 'https://testnet.snowtrace.io',
    explorerApi: { url: 'https://api.routescan.io/v2/network/testnet/evm/43113/etherscan/api', fromBlock: null },
    rpcUrls: ['https://api.avax-test.network/ext/bc/C/rpc'],
    pollMs: 2_000,
  },
  local: {
    chainName: 'Avalanche C-Chain (local)',
    nativeCurrency: avax,
    explorerUrl: null,
    explorerApi: null,
    rpcUrls: [],
    pollMs: 500,
  },
}
