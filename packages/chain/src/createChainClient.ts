import { createPublicClient, defineChain, type PublicClient } from 'viem'
import type { RpcOptions } from './rpc/RpcOptions.ts'
import { rpcTransport } from './rpc/rpcTransport.ts'

export interface ChainConfig {
  readonly chainId: number
  readonly chainName: string
  readonly rpcUrls: readonly string[]
  readonly multicall3: `0x${string}`
}

/** A client that reads the chain through the configured endpoints, in their order. */
export function createChainClient(config: ChainConfig, options: Partial<RpcOptions> = {}): PublicClient {
  const chain = defineChain({
    id: config.chainId,
    name: config.chainName,
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    rpcUrls: { default: { http: [...config.rpcUrls] } },
    contracts: { multicall3: { address: config.multicall3 } },
  })
  return createPublicClient({ chain, transport: rpcTransport(config.rpcUrls, config.chainId, options) })
}
