import { createChainClient } from '@parley/chain'
import { networkFacts } from '../config/networkFacts.ts'
import type { ServerConfig } from '../config/serverConfig.ts'
import { examineClock } from './examineClock.ts'
import { examineCollections } from './examineCollections.ts'
import { examineDatabase } from './examineDatabase.ts'
import { examineEndpoints } from './examineEndpoints.ts'
import { examineEscrows } from './examineEscrows.ts'
import { examineFiles } from './examineFiles.ts'
import { examineTurn } from './examineTurn.ts'
import { skipped, type Finding } from './Finding.ts'

/**
 * Looks at everything that a server of this configuration stands on, without changing any of it. Each fault is found in one place:
 * what cannot be known because of another fault is skipped, and says so.
 */
export async function examine(config: ServerConfig, nowMs: () => number = Date.now): Promise<Finding[]> {
  const endpoints = await examineEndpoints(config)
  const good = endpoints.filter(({ finding }) => finding.state === 'fine').map(({ url }) => url)
  return [
    ...endpoints.map(({ finding }) => finding),
    ...(good.length === 0 ? unknownChain() : await examineChain(config, good)),
    examineClock(endpoints, nowMs()),
    await examineDatabase(config),
    ...(await examineFiles(config)),
    await examineTurn(config.voice.turn),
  ]
}

function unknownChain(): Finding[] {
  return ['escrow', 'collections'].map((what) => skipped(what, 'No endpoint could be asked.'))
}

async function examineChain({ deployment }: ServerConfig, rpcUrls: readonly string[]): Promise<Finding[]> {
  const { chainId, multicall3, network } = deployment
  const chain = createChainClient({ chainId, multicall3, chainName: networkFacts[network].chainName, rpcUrls })
  return [
    ...(await examineEscrows(chain, deployment.escrows)),
    ...(await examineCollections(chain, deployment.collections)),
  ]
}
