import type { PageDeployment } from '@parley/protocol'
import { defineChain, type Chain } from 'viem'

/** The chain's parameters for `wallet_addEthereumChain`. */
export function chainOf(config: PageDeployment): Chain {
  const { chainId, chainName, nativeCurrency, rpcUrls, explorerUrl } = config
  return defineChain({
    id: chainId,
    name: chainName,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls } },
    ...(explorerUrl === null ? {} : { blockExplorers: { default: { name: 'Explorer', url: explorerUrl } } }),
  })
}
