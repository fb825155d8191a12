import { defineChain, type Chain } from 'viem'

export const localChainId = 43114
/** Multicall3's address on Avalanche C-Chain, and so here. */
export const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The local chain has the id and the coin of Avalanche C-Chain (decision C7). */
export function localChain(url: string): Chain {
  return defineChain({
    id: localChainId,
    name: 'Avalanche C-Chain (local)',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    contracts: { multicall3: { address: multicall3Address } },
  })
}
