import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageDeploymentOf } from '@parley/server'
import type { PageDeployment } from '@parley/protocol'
import type { Stock } from '../collections/mintPlan.ts'
import { startExplorer, type Explorer } from '../explorer/startExplorer.ts'
import { wallets } from '../wallets.ts'
import { buildWorld, type Seed } from './buildWorld.ts'
import { copyPage } from './bindPage.ts'
import { chainClock, type ChainClock } from './chainClock.ts'
import { resumeWorld } from './resumeWorld.ts'
import { serverHandle, type ServerHandle } from './serverHandle.ts'
import { worldFiles, type WorldFiles } from './worldFiles.ts'
import type { WorldParts } from './worldParts.ts'

export interface WorldOptions {
  /** `demo`, the default, has offers sent, received, expired and settled; `empty` has contracts and NFTs only. */
  readonly seed?: Seed
  /** `full`, the default, or `few` NFTs: enough for tests that don't count them. A world that is resumed has its own. */
  readonly stock?: Stock
  /** Where the world is kept. Without it, in a folder that goes with it. */
  readonly dataFolder?: string
  /** The server's port; 0, the default, takes a free one. */
  readonly port?: number
  /** The chain's port; 0, the default, takes a free one. */
  readonly chainPort?: number
  /** Block interval, 1 by default. Null: each transaction is mined at once, and time doesn't pass. */
  readonly blockTimeS?: number | null
  /**
   * The folder of the built page, which the world copies; null, the default, serves none. With a promise the chain
   * starts while the page is built.
   */
  readonly webDist?: string | null | Promise<string | null>
  /** More of the server's environment. A function where it depends on the chain's address. */
  readonly serverEnv?: Readonly<Record<string, string>> | ((parts: WorldParts) => Readonly<Record<string, string>>)
  readonly onProgress?: (what: string) => void
  readonly onServerLog?: (line: string) => void
}

/** All of Parley in one process: chain, contracts, NFTs with pictures, wallets, server. */
export interface World extends WorldParts {
  /** What this world's page is built for. */
  readonly builtFor: PageDeployment
  readonly wallets: typeof wallets
  readonly clock: ChainClock
  readonly server: ServerHandle
  /**
   * Starts another server with the same settings on a port of its own. Servers on one PostgreSQL form a cluster. The
   * caller stops it.
   */
  addServer(): Promise<ServerHandle>
  /** The block explorer that Trade Stats are counted from. */
  readonly explorer: Explorer
  /** Where the server answers. */
  readonly url: string
  readonly files: WorldFiles
  /** Ends everything; a world without a data folder of its own leaves nothing behind. */
  stop(): Promise<void>
}

/**
 * Starts a world: a new one, or the one that its data folder holds.
 *
 * @throws {PortInUseError} for the chain's port; the server throws its own ListenError.
 * @throws {WorldBrokenError} when the data folder holds something that cannot be brought up.
 *
 * @example
 * const world = await startWorld({ seed: 'empty' })
 * const [nft] = world.collections.startingNfts('alice', 'dokyo')
 * await world.stop()
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const folder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'parley-world-')))
  const files = worldFiles(folder)
  const parts = await startParts(files, { ...options, isKept: options.dataFolder !== undefined })
  const explorer = await startExplorer(parts.chain.url)
  const stopParts = async (): Promise<void> => {
    await Promise.all([parts.chain.stop(), parts.art.stop(), explorer.stop()])
    if (options.dataFolder === undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    if (options.webDist instanceof Promise) options.onProgress?.('Waiting for the page to be built')
    const webDist = await options.webDist
    const builtFor = pageDeploymentOf(parts.deployment, [parts.chain.url], serverEnvOf(options, parts))
    if (webDist) await copyPage(webDist, files.page, builtFor)
    options.onProgress?.('Starting the server')
    const settings = serverSettings(parts, files, {
      ...options,
      webDist: webDist ? files.page : null,
      serverEnv: { EXPLORER_API_URL: explorer.url, ...serverEnvOf(options, parts) },
    })
    const onLog = options.onServerLog ?? (() => undefined)
    const server = await serverHandle(settings, onLog)
    let stopped: Promise<void> | undefined
    const stop = async (): Promise<void> => {
      await server.stop()
      await stopParts()
    }
    return {
      ...parts,
      builtFor,
      wallets,
      clock: chainClock(parts.chain),
      server,
      addServer: () => serverHandle({ ...settings, PORT: '0' }, onLog),
      explorer,
      url: server.url,
      files,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    await stopParts()
    throw error
  }
}

/** The world without a server, for tests that run their own. */
export function startParts(
  files: WorldFiles,
  options: Omit<WorldOptions, 'dataFolder'> & { readonly isKept?: boolean },
): Promise<WorldParts> {
  const {
    seed = 'demo',
    stock = 'full',
    chainPort = 0,
    blockTimeS = 1,
    isKept = true,
    onProgress = () => undefined,
  } = options
  const onSaveFailure = (error: unknown): void => options.onServerLog?.(`The chain was not saved: ${String(error)}`)
  const plan = { files, seed, stock, chainPort, blockTimeS, isKept, onProgress, onSaveFailure }
  return existsSync(files.manifest) ? resumeWorld(plan) : buildWorld(plan)
}

function serverEnvOf({ serverEnv }: WorldOptions, parts: WorldParts): Readonly<Record<string, string>> | undefined {
  return typeof serverEnv === 'function' ? serverEnv(parts) : serverEnv
}

/** The environment that a server of this world reads. */
export function serverSettings(
  parts: WorldParts,
  files: WorldFiles,
  options: Pick<WorldOptions, 'port'> & {
    readonly serverEnv?: Readonly<Record<string, string>>
    readonly webDist?: string | null
  },
): Readonly<Record<string, string>> {
  return {
    NETWORK: 'local',
    DEPLOYMENT_FILE: files.deployment,
    RPC_URLS: parts.chain.url,
    PARLEY_DATA: files.folder,
    // The collections' own servers are on this machine, where nothing is fetched from otherwise.
    IMAGE_TRUSTED_ORIGINS: parts.art.url,
    IPFS_GATEWAYS: `${parts.art.url}/ipfs/`,
    PORT: String(options.port ?? 0),
    ...(options.webDist ? { WEB_DIST: options.webDist } : {}),
    ...options.serverEnv,
  }
}
