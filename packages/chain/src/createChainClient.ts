import { createPublicClient, defineChain, fallback, http, type PublicClient } from 'viem'

export interface ChainConfig {
  readonly chainId: number
  readonly chainName: string
  readonly rpcUrls: readonly string[]
  readonly multicall3: `0x${string}`
}

/** A client that reads the chain through the configured endpoints, in their order. */
export function createChainClient(config: ChainConfig): PublicClient {
  const chain = defineChain({
    id: config.chainId,
    name: config.chainName,
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    rpcUrls: { default: { http: [...config.rpcUrls] } },
    contracts: { multicall3: { address: config.multicall3 } },
  })
  return createPublicClient({ chain, transport: fallback(config.rpcUrls.map((url) => http(url, { timeout: 10_000 }))) })
}
