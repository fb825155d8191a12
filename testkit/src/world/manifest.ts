import { readFile, rename, writeFile } from 'node:fs/promises'
import { deploymentSchema, type Deployment } from '@parley/protocol'
import type { Hash } from 'viem'
import type { Stock } from '../collections/mintPlan.ts'
import type { WorldFiles } from './worldFiles.ts'
import { WorldBrokenError } from './WorldBrokenError.ts'

/** Raised when a world made before can no longer be continued. */
const version = 2

export interface Manifest {
  readonly version: number
  /** Hash of block 0: another one is another chain. */
  readonly genesisHash: Hash
  /** Time of block 0, unix seconds. anvil recreates that block at each start, with another hash for another time. */
  readonly genesisTimeS: number
  /** Where the collections' metadata was served last, and is to be served again. */
  readonly artPort: number
  /** Which NFTs it began with. */
  readonly stock: Stock
  /** What the contracts were compiled from. Others since then: the world goes on, with its old ones. */
  readonly contractSources: string
}

export interface WrittenWorld {
  readonly manifest: Manifest
  readonly deployment: Deployment
}

export async function writeWorld(
  files: WorldFiles,
  deployment: Deployment,
  manifest: Omit<Manifest, 'version'>,
): Promise<void> {
  await replaceFile(files.deployment, `${JSON.stringify(deployment, null, 2)}\n`)
  await replaceFile(files.manifest, `${JSON.stringify({ version, ...manifest }, null, 2)}\n`)
}

/** Writes a file so that a kill leaves either the old one or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}

/** What an earlier start wrote. @throws {WorldBrokenError} when it cannot be read. */
export async function readWorld(files: WorldFiles): Promise<WrittenWorld> {
  try {
    const manifest = parseManifest(JSON.parse(await readFile(files.manifest, 'utf8')))
    const deployment = deploymentSchema.parse(JSON.parse(await readFile(files.deployment, 'utf8')))
    return { manifest, deployment }
  } catch (cause) {
    throw new WorldBrokenError(files.folder, 'its notes cannot be read.', { cause })
  }
}

function parseManifest(value: unknown): Manifest {
  if (typeof value !== 'object' || value === null) throw new TypeError('world.json holds no object')
  const found: Partial<Record<keyof Manifest, unknown>> = value
  const { genesisHash, genesisTimeS, artPort, stock, contractSources } = found
  if (found.version !== version) throw new TypeError('world.json was written by another version of Parley')
  if (typeof genesisHash !== 'string' || typeof genesisTimeS !== 'number' || typeof artPort !== 'number')
    throw new TypeError('world.json is incomplete')
  return {
    version,
    genesisHash: `0x${genesisHash.slice(2)}`,
    genesisTimeS,
    artPort,
    stock: stock === 'few' ? 'few' : 'full',
    contractSources: typeof contractSources === 'string' ? contractSources : '',
  }
}
