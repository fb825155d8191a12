import { createClient, createPublicClient, defineChain, type Chain, type Client, type PublicClient } from 'viem'
import type { RpcOptions } from './rpc/RpcOptions.ts'
import { rpcTransport } from './rpc/rpcTransport.ts'

export interface ChainConfig {
  readonly chainId: number
  readonly chainName: string
  readonly rpcUrls: readonly string[]
  readonly multicall3: `0x${string}`
}

/** Creates a client that reads through the configured endpoints, in order. */
export function createChainClient(config: ChainConfig, options: Partial<RpcOptions> = {}): PublicClient {
  return createPublicClient({
    chain: chainOf(config),
    transport: rpcTransport(config.rpcUrls, config.chainId, options),
  })
}

/** The same without viem's bundled actions, for the page. */
export function createChainReader(config: ChainConfig, options: Partial<RpcOptions> = {}): Client {
  return createClient({ chain: chainOf(config), transport: rpcTransport(config.rpcUrls, config.chainId, options) })
}

function chainOf(config: ChainConfig): Chain {
  return defineChain({
    id: config.chainId,
    name: config.chainName,
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    rpcUrls: { default: { http: [...config.rpcUrls] } },
    contracts: { multicall3: { address: config.multicall3 } },
  })
}
