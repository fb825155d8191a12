import type { WireConfig } from '@parley/protocol'
import type { IndexStatus } from '../indexer/indexStatus.ts'
import type { ServerConfig } from './serverConfig.ts'

/** `GET /api/config`: endpoints for pages, the escrows that this server follows, and chain time. */
export function configAnswer(
  { deployment, publicRpcUrls }: ServerConfig,
  { head }: Pick<IndexStatus, 'head'>,
): WireConfig {
  const { network, chainId, escrows } = deployment
  return {
    network,
    chainId,
    rpcUrls: [...publicRpcUrls],
    escrows: escrows.map(({ address }) => ({ address })),
    ...(head && { timestamp: head.timeS }),
  }
}
