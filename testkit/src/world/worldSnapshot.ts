import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startChain } from '../chain/startChain.ts'
import { deployCollections } from '../collections/deployCollections.ts'
import type { Stock } from '../collections/mintPlan.ts'
import { contractSourcesHash } from '../contracts/compileContracts.ts'
import { deployEscrow } from '../contracts/deployEscrow.ts'
import { storyLengthS } from '../story/demoStory.ts'
import { readWorld, writeWorld, type WrittenWorld } from './manifest.ts'
import { localDeployment } from './worldParts.ts'
import { worldFiles, type WorldFiles } from './worldFiles.ts'

/** A chain with the contracts and the NFTs of a stock. Each new world begins as a copy of it. */
export interface WorldSnapshot extends WrittenWorld {
  readonly files: WorldFiles
}

const root = join(import.meta.dirname, '../../..')
const shelf = join(root, '.tools/worlds')

/** Room for the deployments, one block each, between block 0 and the story's first transaction. */
const preludeS = 86_400
const oneDayMs = 86_400_000

const snapshots = new Map<Stock, Promise<WorldSnapshot>>()

/** The snapshot for the present sources, made on first use. Sending the deployments and 5,000 mints of the full stock takes 5 s; loading takes 0.2 s. */
export function worldSnapshot(
  stock: Stock,
  onProgress: (what: string) => void = () => undefined,
): Promise<WorldSnapshot> {
  const made = snapshots.get(stock) ?? findOrTake(stock, onProgress)
  snapshots.set(stock, made)
  return made
}

async function findOrTake(stock: Stock, onProgress: (what: string) => void): Promise<WorldSnapshot> {
  const folder = join(shelf, `${await sourcesHash()}-${stock}`)
  const files = worldFiles(folder)
  if (!existsSync(files.manifest)) await take(folder, stock, onProgress)
  return { files, ...(await readWorld(files)) }
}

/** Everything that a snapshot is made from: contracts, collections, and the anvil that writes it. */
async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256').update(await contractSourcesHash())
  const paths = ['packages/domain/src/avalancheCollections.ts', 'pnpm-lock.yaml']
  for await (const path of glob('testkit/src/{chain,collections,contracts,world}/**/*.ts', { cwd: root }))
    paths.push(path)
  for (const path of paths.toSorted()) hash.update(path).update(await readFile(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

async function take(folder: string, stock: Stock, onProgress: (what: string) => void): Promise<void> {
  await mkdir(shelf, { recursive: true })
  const unfinished = await mkdtemp(join(shelf, 'unfinished-'))
  const files = worldFiles(unfinished)
  try {
    const genesisTimeS = Math.floor(Date.now() / 1000) - storyLengthS - preludeS
    const chain = await startChain({ stateFile: files.chainState, genesisTimeS })
    try {
      onProgress('Deploying the escrow and eighteen collections')
      const escrow = await deployEscrow(chain)
      const rows = Object.values(await deployCollections(chain, stock)).map(({ row }) => row)
      const genesis = await chain.client.getBlock({ blockNumber: 0n })
      await writeWorld(files, localDeployment(escrow, rows), {
        genesisHash: genesis.hash,
        genesisTimeS,
        artPort: 0,
        stock,
        contractSources: await contractSourcesHash(),
      })
    } finally {
      await chain.stop()
    }
    await publish(unfinished, folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Several processes may make the same snapshot at once: the first one stays. Yesterday's go. */
async function publish(unfinished: string, folder: string): Promise<void> {
  for await (const name of glob('*', { cwd: shelf })) {
    const old = join(shelf, name)
    const made = await stat(old).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > oneDayMs) await rm(old, { recursive: true, force: true })
  }
  try {
    await rename(unfinished, folder)
  } catch (error) {
    if (!existsSync(worldFiles(folder).manifest)) throw error
  }
}
