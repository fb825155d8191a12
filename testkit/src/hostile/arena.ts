import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '@parley/domain'
import {
  openRooms,
  pagePortalsFile,
  operatorRoutes,
  withPageDeployment,
  type Deployment,
  type EscrowDeployment,
} from '@parley/protocol'
import { pageDeploymentOf } from '@parley/server'
import { multicall3Address, localChainId } from '../chain/localChain.ts'
import { startChain, type Chain } from '../chain/startChain.ts'
import { demoArtifact } from '../contracts/contractArtifact.ts'
import { deploy } from '../contracts/deploy.ts'
import { deployEscrow } from '../contracts/deployEscrow.ts'
import { transact, type Transaction } from '../contracts/transact.ts'
import { startRpcProxy } from '../rpcProxy.ts'
import { wallets } from '../wallets.ts'
import { answerCard } from './honest/cards.ts'
import { siteOrigin } from './network.ts'
import { startNameServer } from './nameServer.ts'
import { startOrigin, type Origin } from './origin.ts'
import { startServerProcess, type ServerProcess } from './serverProcess.ts'
import { createKitchen, type Kitchen } from './kitchen.ts'

/** Everything around a server under attack that outlives it. */
export interface Arena {
  readonly chain: Chain
  readonly escrow: EscrowDeployment
  /** The honest people's collection. */
  readonly cards: Address
  /** The strangers' collection: they control its metadata and pictures. */
  readonly traps: Address
  readonly kitchen: Kitchen
  readonly kitchenOrigin: Origin
  /** A local service that must not be reachable: a connection to it is a breach. */
  readonly canary: Origin
  /** Calls a contract from the deployer's wallet, one call at a time: two at once would take the same nonce. */
  act(call: Call): Promise<void>
  /** Starts a server with production limits and an empty disk. */
  startServer(options?: { readonly isProxied?: boolean; readonly preload?: readonly string[] }): Promise<ServerProcess>
  stop(): Promise<void>
}

export type Call = Pick<Transaction, 'to' | 'functionName' | 'args'>

/** Simulated latency of a public endpoint, each way. */
const rpcDelayMs = 20
export const metricsToken = 'a-token-of-the-hostile-harness'
const lastCardId = 100_000

export async function openArena(): Promise<Arena> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hostile-'))
  const chain = await startChain()
  const kitchen = createKitchen()
  const [rpc, cardOrigin, kitchenOrigin, canary, nameServer] = await Promise.all([
    startRpcProxy(chain.url, { delayMs: rpcDelayMs }),
    startOrigin((request, response) => void answerCard(request, response)),
    startOrigin(kitchen.answer),
    startOrigin((_request, response) => void response.end('canary')),
    startNameServer(),
  ])
  const artifact = await demoArtifact('DemoCollection')
  const escrow = await deployEscrow(chain)
  const cards = await deploy(chain.client, artifact, ['Cards', 'CARD', `${cardOrigin.url}/`, '.json'])
  const traps = await deploy(chain.client, artifact, ['Traps', 'TRAP', `${kitchenOrigin.url}/meta/`, ''])
  const deployment: Deployment = {
    network: 'avalanche',
    chainId: localChainId,
    multicall3: multicall3Address,
    escrows: [escrow],
    collections: [
      { key: 'cards', name: 'Cards', address: cards.address, discovery: { kind: 'scan', lastId: lastCardId } },
      { key: 'traps', name: 'Traps', address: traps.address, discovery: { kind: 'scan', lastId: lastCardId } },
    ],
  }
  const deploymentFile = join(folder, 'deployment.json')
  await writeFile(deploymentFile, JSON.stringify(deployment))
  const webDist = await writePage(join(folder, 'page'), deployment, rpc.url)
  let servers = 0
  let lastCall: Promise<unknown> = Promise.resolve()

  return {
    chain,
    escrow,
    cards: cards.address,
    traps: traps.address,
    async act(call) {
      const turn = lastCall
        .catch(() => undefined)
        .then(() => transact(chain.client, { ...call, from: wallets.deployer, abi: artifact.abi }))
      lastCall = turn
      await turn
    },
    kitchen,
    kitchenOrigin,
    canary,
    async startServer({ isProxied = false, preload = [] } = {}) {
      servers += 1
      const data = join(folder, `server-${servers}`)
      const env = {
        NETWORK: 'avalanche',
        DEPLOYMENT_FILE: deploymentFile,
        RPC_URLS: rpc.url,
        PARLEY_DATA: data,
        WEB_DIST: webDist,
        PUBLIC_ORIGIN: siteOrigin,
        PORT: '0',
        POLL_MS: '250',
        TRUSTED_PROXIES: isProxied ? '1' : '0',
        METRICS_TOKEN: metricsToken,
        IMAGE_CACHE_MB: '64',
        IMAGE_TRUSTED_ORIGINS: `${cardOrigin.url},${kitchenOrigin.url}`,
        // Nothing leaves this machine.
        IPFS_GATEWAYS: `${kitchenOrigin.url}/ipfs/`,
        ARWEAVE_GATEWAYS: `${kitchenOrigin.url}/ar/`,
        EXPLORER_API_URL: 'none',
        STUN_URLS: 'none',
        TURN_URLS: 'turn:turn.parley.test:3478',
        TURN_SECRET: 'a-secret-of-the-hostile-harness',
      }
      const server = await startServerProcess({ env, preload: [resolverModule(nameServer.port), ...preload] })
      await untilIndexed(server, Number(await chain.client.getBlockNumber()))
      return {
        ...server,
        async stop() {
          await server.stop()
          await rm(data, { recursive: true, force: true })
        },
      }
    },
    async stop() {
      await Promise.all([
        rpc.stop(),
        cardOrigin.stop(),
        kitchenOrigin.stop(),
        canary.stop(),
        nameServer.stop(),
        chain.stop(),
      ])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const indexTimeoutMs = 120_000
const lookEveryMs = 50

/** A new server indexes the chain first. */
async function untilIndexed({ port, end }: ServerProcess, block: number): Promise<void> {
  const deadlineMs = performance.now() + indexTimeoutMs
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`)
    const health = operatorRoutes.health.answers[answer.status === 200 ? 200 : 503].parse(await answer.json())
    if ((health.indexedBlock ?? -1) >= block) return
    if (end() !== null || performance.now() > deadlineMs) throw new Error(`the server does not follow the chain`)
    await delay(lookEveryMs)
  }
}

/** A tiny page: the attack is on the server. */
async function writePage(folder: string, deployment: Deployment, rpcUrl: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  const script = 'assets/app-4f2a9c1b.js'
  const html = `<!doctype html><html lang="en"><head><title>Parley</title><script type="application/json" id="deployment">null</script></head><body>${pageMark}<script type="module" src="/${script}"></script></body></html>`
  const built = withPageDeployment(html, pageDeploymentOf(deployment, [rpcUrl]))
  await writeFile(join(folder, 'index.html'), built)
  await writeFile(join(folder, script), `export const page = ${JSON.stringify(pageMark.repeat(500))}\n`)
  await writeFile(join(folder, pagePortalsFile), JSON.stringify({ voiceRooms: [openRooms.aso], collections: {} }))
  return folder
}

function resolverModule(port: number): string {
  return new URL(`./useNameServer.ts?server=127.0.0.1:${port}`, import.meta.url).href
}

/** A marker in the page's document. */
export const pageMark = '<main id="the-honest-page"></main>'

const mintsAtOnce = 120

/** Mints tokens `first` to `last` of a demo collection. */
export async function mintTokens(
  { act }: Pick<Arena, 'act'>,
  collection: Address,
  { owner, first, last }: { readonly owner: Address; readonly first: number; readonly last: number },
): Promise<void> {
  for (let start = first; start <= last; start += mintsAtOnce) {
    const ids = Array.from({ length: Math.min(mintsAtOnce, last - start + 1) }, (_, at) => BigInt(start + at))
    const args = [ids.map(() => owner), ids]
    await act({ to: collection, functionName: 'mintBatch', args })
  }
}
