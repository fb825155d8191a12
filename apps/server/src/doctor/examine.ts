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
import { fine, skipped, warning, type Finding } from './Finding.ts'

export interface ExamineOptions {
  readonly nowMs?: () => number
  /** Leaves out what can only ever be a warning: before a start every second counts. */
  readonly fatalOnly?: boolean
}

/**
 * Examines everything that a server of this configuration depends on, without changing it. Each fault is reported once:
 * checks that depend on it are skipped, and say so.
 */
export async function examine(
  config: ServerConfig,
  { nowMs = Date.now, fatalOnly = false }: ExamineOptions = {},
): Promise<Finding[]> {
  const endpoints = await examineEndpoints(config)
  const good = endpoints.filter(({ finding }) => finding.state === 'fine').map(({ url }) => url)
  const chain = good.length === 0 ? null : chainAt(config, good)
  const findings = [
    ...endpoints.map(({ finding }) => finding),
    ...(chain ? await examineEscrows(chain, config.deployment.escrows) : [unknown('escrow')]),
    await examineDatabase(config),
    ...(await examineFiles(config)),
  ]
  if (fatalOnly) return findings
  return [
    ...findings,
    ...(chain ? await examineCollections(chain, config.deployment.collections) : [unknown('collections')]),
    examineSite(config),
    examineContact(config),
    examineClock(endpoints, nowMs()),
    await examineTurn(config.voice.turn),
  ]
}

const unknown = (what: string): Finding => skipped(what, 'No endpoint could be asked.')

function chainAt({ deployment }: ServerConfig, rpcUrls: readonly string[]): ReturnType<typeof createChainClient> {
  const { chainId, multicall3, network } = deployment
  return createChainClient({ chainId, multicall3, chainName: networkFacts[network].chainName, rpcUrls })
}

function examineContact({ securityContacts }: ServerConfig): Finding {
  if (securityContacts.length > 0) return fine('security contact', `Holes are reported to ${securityContacts[0]}.`)
  return skipped('security contact', 'SECURITY_CONTACT is not set: whoever finds a hole has nowhere to report it.')
}

function examineSite({ publicOrigin, deployment }: ServerConfig): Finding {
  if (publicOrigin === null || deployment.network === 'local') return skipped('site', 'It is of this machine alone.')
  if (publicOrigin.startsWith('https:')) return fine('site', `Visitors come to ${publicOrigin}.`)
  return warning(
    'site',
    'PUBLIC_ORIGIN begins with http: there is no voice chat, and whoever is on the way can change the page.',
  )
}
