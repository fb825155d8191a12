import { mkdir } from 'node:fs/promises'
import { startArtServer } from '../art-server/startArtServer.ts'
import { startChain, type Chain } from '../chain/startChain.ts'
import { collectionBook } from '../collections/collectionBook.ts'
import { deployedAs } from '../collections/deployedAs.ts'
import type { Stock } from '../collections/mintPlan.ts'
import { compileContracts } from '../contracts/compileContracts.ts'
import { demoStory } from '../story/demoStory.ts'
import { tellStory } from '../story/tellStory.ts'
import { writeWorld } from './manifest.ts'
import { moveMetadata } from './moveMetadata.ts'
import type { WorldFiles } from './worldFiles.ts'
import type { WorldParts } from './worldParts.ts'
import { worldSnapshot } from './worldSnapshot.ts'

export type Seed = 'empty' | 'demo'

export interface WorldPlan {
  readonly files: WorldFiles
  /** `empty`: contracts and NFTs, no approval and no offer. `demo`: what happened before the visitor came, too. */
  readonly seed: Seed
  /** Which NFTs there are at first. A world that is resumed has its own. */
  readonly stock: Stock
  /** Whether a later start continues it; otherwise its chain is never saved. */
  readonly isKept: boolean
  readonly chainPort: number
  /** Block interval once the world is ready; null mines each transaction at once. */
  readonly blockTimeS: number | null
  readonly onProgress: (what: string) => void
  readonly onSaveFailure: (error: unknown) => void
}

/** Makes a world in an empty data folder. */
export async function buildWorld(plan: WorldPlan): Promise<WorldParts> {
  const { files, onProgress } = plan
  await mkdir(files.folder, { recursive: true })
  onProgress('Compiling the contracts')
  await compileContracts()
  onProgress('Starting the chain')
  const { files: taken, deployment, manifest } = await worldSnapshot(plan.stock, onProgress)
  const chain = await startChain({
    port: plan.chainPort,
    initialStateFile: taken.chainState,
    ...(plan.isKept ? { stateFile: files.chainState } : {}),
    genesisTimeS: manifest.genesisTimeS,
    onSaveFailure: plan.onSaveFailure,
  })
  const art = await startArtServer()
  try {
    const [escrow] = deployment.escrows
    if (!escrow) throw new Error('The snapshot has no escrow')
    const collections = collectionBook(deployedAs(deployment.collections, plan.stock))
    await moveMetadata(chain, collections, art.url)
    if (plan.seed === 'demo') {
      onProgress('Sending the first offers')
      const openingS = Math.floor(Date.now() / 1000)
      await tellStory({ chain, escrow: escrow.address, collections }, demoStory, openingS)
    }
    await openWorld(chain, plan.blockTimeS)
    // Before the notes, which say that there is a whole world.
    await chain.save()
    await writeWorld(files, deployment, { ...manifest, artPort: art.port })
    return { chain, art, escrow: escrow.address, collections, deployment, isOutdated: false }
  } catch (error) {
    await Promise.all([chain.stop(), art.stop()])
    throw error
  }
}

/** Moves the chain's clock to now, and lets time run from there. */
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
