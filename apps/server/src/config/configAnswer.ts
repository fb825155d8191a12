import type { WireConfig } from '@parley/protocol'
import type { ServerConfig } from './serverConfig.ts'

/** `GET /api/config`: where pages may ask the chain, and which escrows this server follows. */
export function configAnswer({ deployment, publicRpcUrls }: ServerConfig): WireConfig {
  const { network, chainId, escrows } = deployment
  return { network, chainId, rpcUrls: [...publicRpcUrls], escrows: escrows.map(({ address }) => ({ address })) }
}
