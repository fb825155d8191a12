import {
  codeHashOf,
  type CollectionMismatch,
  createChainClient,
  inspectCollection,
  mismatchesOf,
  swapEscrowAbi,
} from '@parley/chain'
import type { Collection } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import { formatEther, type PublicClient, zeroAddress } from 'viem'
import { networkFacts, type ServerConfig } from '../config/serverConfig.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'
import { examinePatroni, type PatroniLook } from './examinePatroni.ts'
import { behindSameProxy, examineReplicas } from './examinePostgres.ts'
import { examinePrometheus, leadersBy } from './examinePrometheus.ts'
import { examineLeader, examineMetricsToken, findOwnServer, findServers } from './examineServers.ts'
import { examineStandby } from './examineStandby.ts'
import { examineDatabase, examineFiles } from './examineStorage.ts'
import { examinePush } from './examinePush.ts'
import { examineCache } from './examineCache.ts'
import { examineImgproxy } from './examineImgproxy.ts'
import { examinePictureStore } from './examinePictureStore.ts'
import { examineJanus } from './examineJanus.ts'
import { examineRedis } from './examineRedis.ts'
import { type ExaminedEndpoint, examineEndpoints } from './examineNetwork.ts'
import { examineRelay } from './examineRelay.ts'
import { failureText } from '../log.ts'

interface ExamineOptions {
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
  const patroni = fatalOnly ? null : await examinePatroni(config)
  const database = unlessExplained(await examineDatabase(config, patroni?.primary ?? null), patroni, 'no primary')
  const findings = [
    ...endpoints.map(({ finding }) => finding),
    ...(chain ? await examineEscrows(chain, config.deployment.escrows) : [unknown('escrow')]),
    database,
    ...(await examineFiles(config)),
  ]
  if (patroni === null) return findings
  const replicas = behindSameProxy(database, await examineReplicas(config), config).map((finding) =>
    unlessExplained(finding, patroni, 'standby'),
  )
  const [own, servers, leaders] = [
    await findOwnServer(config),
    await findServers(config),
    await leadersBy(config.prometheusUrl),
  ]
  return [
    ...findings,
    ...(chain ? await examineCollections(chain, config.deployment.collections) : [unknown('collections')]),
    examineSite(config),
    examineContact(config),
    await examinePush(config, chain),
    examineClock(endpoints, nowMs()),
    await examineRelay(config.voice.turn),
    await examineJanus(config.voice.janus),
    await examineRedis(config.redisUrl, config.images.shared?.maxBytes ?? 0),
    await examinePictureStore(config.images.store),
    await examineImgproxy(config.images.imgproxy),
    await examineCache(config),
    patroni.finding,
    unlessExplained(await examineStandby(config, replicas), patroni, 'standby'),
    ...replicas,
    chain ? examineLeader(servers, { own, leaders }) : unknown('leader'),
    await examineMetricsToken(config, own),
    await examinePrometheus(config, servers?.running ?? null),
  ]
}

/** A fault whose cause Patroni's line has. Without a primary nothing else of the database is known. */
function unlessExplained(
  finding: Finding,
  patroni: Pick<PatroniLook, 'explains'> | null,
  cause: 'no primary' | 'standby',
): Finding {
  const explains = patroni?.explains ?? 'nothing'
  const isFault = finding.state === 'wrong' || finding.state === 'warning'
  if (!isFault || explains === 'nothing' || (cause === 'no primary' && explains !== cause)) return finding
  return skipped(finding.what, 'The line of Patroni says why.')
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

const maxOffMs = 60_000
const what = 'clock'

/** Compares this machine's clock with the endpoints'. Only a difference from all of them is this machine's fault. */
function examineClock(endpoints: readonly Pick<ExaminedEndpoint, 'clock'>[], nowMs: number): Finding {
  const offs = endpoints
    .flatMap(({ clock }) => (clock === null ? [] : [clock.oursMs - clock.theirsMs + (nowMs - Date.now())]))
    .toSorted((one, other) => one - other)
  const middle = offs[Math.floor(offs.length / 2)]
  if (middle === undefined) return skipped(what, 'No endpoint told its time.')
  const seconds = Math.round(Math.abs(middle) / 1000)
  if (Math.abs(middle) <= maxOffMs) return fine(what, `It differs from the endpoints' by ${seconds} s.`)
  return warning(what, `It is ${seconds} s ${middle > 0 ? 'ahead' : 'behind'}. Have it set by the network (NTP).`)
}

/** Compares each collection with the registry: one finding if all match, else one per fault. */
async function examineCollections(chain: PublicClient, collections: readonly Collection[]): Promise<Finding[]> {
  const faults: Finding[] = []
  for (const collection of collections) {
    const fault = await faultOf(chain, collection)
    if (fault !== null) faults.push(warning(`collection ${collection.name}`, fault))
  }
  return faults.length > 0 ? faults : [fine('collections', `All ${collections.length} are what the registry says.`)]
}

/** Trading works despite a changed name, a token without a picture, or an unused ability. */
const harmless: ReadonlySet<CollectionMismatch> = new Set(['otherName', 'noTokenUri', 'enumerableAfterAll'])

async function faultOf(chain: PublicClient, collection: Collection): Promise<string | null> {
  try {
    const mismatches = mismatchesOf(collection, await inspectCollection(chain, collection))
    if (mismatches.includes('noCode')) return `There is no contract at ${collection.address}.`
    const serious = mismatches.filter((mismatch) => !harmless.has(mismatch))
    if (serious.length === 0) return null
    return `It is not what the registry says (${serious.join(', ')}): pnpm collections:check tells more.`
  } catch (error) {
    return `It could not be asked: ${failureText(error)}.`
  }
}

/** Whether the deployed contracts exist, are the right ones, and who owns them. */
function examineEscrows(chain: PublicClient, escrows: readonly EscrowDeployment[]): Promise<Finding[]> {
  return Promise.all(escrows.map((escrow) => examineEscrow(chain, escrow)))
}

async function examineEscrow(chain: PublicClient, escrow: EscrowDeployment): Promise<Finding> {
  const { address, codeHash, immutables } = escrow
  const what = `escrow ${address}`
  try {
    const found = codeHashOf(await chain.getCode({ address }), immutables)
    if (found === null) return wrong(what, 'There is no contract at this address. Look at DEPLOYMENT_FILE.')
    if (found !== codeHash)
      return wrong(what, 'The contract there is not the one that the deployment file was written for. Do not use it.')
    const contract = { address, abi: swapEscrowAbi } as const
    const [owner, fee] = await Promise.all([
      chain.readContract({ ...contract, functionName: 'owner' }),
      chain.readContract({ ...contract, functionName: 'fee' }),
    ])
    const owned = owner === zeroAddress ? 'nobody owns it any more' : `owned by ${owner}`
    return fine(what, `It is the right contract, ${owned}, with a fee of ${formatEther(fee)} AVAX.`)
  } catch (error) {
    return warning(what, `It could not be asked: ${failureText(error)}.`)
  }
}
