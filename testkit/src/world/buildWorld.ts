import { mkdir, rm } from 'node:fs/promises'
import { startArtServer } from '../art-server/startArtServer.ts'
import { startChain, type Chain } from '../chain/startChain.ts'
import { collectionBook } from '../collections/collectionBook.ts'
import { deployCollections } from '../collections/deployCollections.ts'
import { compileContracts, contractSourcesHash } from '../contracts/compileContracts.ts'
import { deployEscrow } from '../contracts/deployEscrow.ts'
import { demoStory, storyLengthS } from '../story/demoStory.ts'
import { tellStory } from '../story/tellStory.ts'
import { writeWorld } from './manifest.ts'
import { localDeployment, type WorldParts } from './worldParts.ts'
import type { WorldFiles } from './worldFiles.ts'

export type Seed = 'empty' | 'demo'

export interface WorldPlan {
  readonly files: WorldFiles
  /** `empty`: contracts and NFTs, no approval and no offer. `demo`: what happened before the visitor came, too. */
  readonly seed: Seed
  readonly chainPort: number
  /** Blocks come by themselves this often once the world stands; null leaves each transaction its own block, at once. */
  readonly blockTimeS: number | null
  /** Whether anybody will bring this world up again: else its chain is never saved. */
  readonly isKept: boolean
  readonly onProgress: (what: string) => void
  readonly onSaveFailure: (error: unknown) => void
}

/** Between the chain's first block and the story's first deed the contracts are deployed, one block a transaction. */
const preludeS = 86_400

/** Makes a world in an empty data folder. */
export async function buildWorld(plan: WorldPlan): Promise<WorldParts> {
  const { files, onProgress } = plan
  await mkdir(files.folder, { recursive: true })
  await rm(files.chainState, { force: true })
  onProgress('Compiling the contracts')
  await compileContracts()
  onProgress('Starting the chain')
  const openingS = Math.floor(Date.now() / 1000)
  const chain = await startChain({
    port: plan.chainPort,
    ...(plan.isKept ? { stateFile: files.chainState } : {}),
    genesisTimeS: openingS - storyLengthS - preludeS,
    onSaveFailure: plan.onSaveFailure,
  })
  const art = await startArtServer()
  try {
    onProgress('Deploying the escrow and eighteen collections')
    const escrow = await deployEscrow(chain)
    const collections = collectionBook(await deployCollections(chain, art.url))
    if (plan.seed === 'demo') {
      onProgress('Sending the first offers')
      await tellStory({ chain, escrow: escrow.address, collections }, demoStory, openingS)
    }
    await openWorld(chain, plan.blockTimeS)
    const deployment = localDeployment(escrow, collections.rows)
    const genesis = await chain.client.getBlock({ blockNumber: 0n })
    const genesisTimeS = Number(genesis.timestamp)
    // Before the notes, which say that there is a whole world.
    await chain.save()
    await writeWorld(files, deployment, {
      genesisHash: genesis.hash,
      genesisTimeS,
      artPort: art.port,
      contractSources: await contractSourcesHash(),
    })
    return { chain, art, escrow: escrow.address, collections, deployment, isOutdated: false }
  } catch (error) {
    await Promise.all([chain.stop(), art.stop()])
    throw error
  }
}

/** Brings the chain's clock from where it stands to now, and lets time run from there. */
export async function openWorld(
  { client, blocks }: Pick<Chain, 'client' | 'blocks'>,
  blockTimeS: number | null,
): Promise<void> {
  const { timestamp: newest } = await client.getBlock()
  const now = BigInt(Math.floor(Date.now() / 1000))
  // A chain that was sent ahead of the world stays ahead: time never runs back.
  await client.setNextBlockTimestamp({ timestamp: now > newest ? now : newest + 1n })
  await client.mine({ blocks: 1 })
  if (blockTimeS !== null) await blocks.start({ everyMs: blockTimeS * 1000 })
}
