import { product } from '@parley/domain'
import type { WireConfig } from '@parley/protocol'
import { networkFacts } from './networkFacts.ts'
import type { ServerConfig } from './serverConfig.ts'

/** `GET /api/config`: what the page needs to know of the world it runs in. */
export function configAnswer({ deployment, publicRpcUrls }: ServerConfig): WireConfig {
  const { chainName, nativeCurrency, explorerUrl } = networkFacts[deployment.network]
  return {
    product: { name: product.name, slug: product.slug },
    network: deployment.network,
    chainId: deployment.chainId,
    chainName,
    nativeCurrency,
    rpcUrls: [...publicRpcUrls],
    explorerUrl,
    multicall3: deployment.multicall3,
    escrows: deployment.escrows,
    collections: deployment.collections,
  }
}
