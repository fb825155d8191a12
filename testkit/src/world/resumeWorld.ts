import { existsSync } from 'node:fs'
import { codeHashOf } from '@parley/chain'
import { startArtServer } from '../art-server/startArtServer.ts'
import { AnvilError } from '../chain/AnvilError.ts'
import { startChain, type Chain } from '../chain/startChain.ts'
import { collectionBook } from '../collections/collectionBook.ts'
import { deployedAs } from '../collections/deployedAs.ts'
import { contractSourcesHash } from '../contracts/compileContracts.ts'
import { openWorld, type WorldPlan } from './buildWorld.ts'
import { readWorld, writeWorld, type WrittenWorld } from './manifest.ts'
import { moveMetadata } from './moveMetadata.ts'
import { WorldBrokenError } from './WorldBrokenError.ts'
import type { WorldParts } from './worldParts.ts'

/**
 * Brings up the world that the data folder holds.
 *
 * @throws {WorldBrokenError} when its chain cannot be read or is not the one that its notes speak of.
 */
export async function resumeWorld(plan: WorldPlan): Promise<WorldParts> {
  const { files, chainPort, blockTimeS, onSaveFailure } = plan
  plan.onProgress('Bringing the chain up where it was left')
  const written = await readWorld(files)
  if (!existsSync(files.chainState)) throw new WorldBrokenError(files.folder, 'its chain is gone.')
  const { genesisTimeS } = written.manifest
  const options = { port: chainPort, stateFile: files.chainState, genesisTimeS, onSaveFailure }
  const chain = await startChain(options).catch((cause: unknown) => {
    if (cause instanceof AnvilError) throw new WorldBrokenError(files.folder, 'its chain cannot be read.', { cause })
    throw cause
  })
  try {
    const [escrow] = written.deployment.escrows
    if (!escrow || !(await isItsChain(chain, written)))
      throw new WorldBrokenError(files.folder, 'its chain is another one than its notes speak of.')
    const collections = collectionBook(deployedAs(written.deployment.collections, written.manifest.stock))
    const art = await startArtServer(written.manifest.artPort)
    if (art.port !== written.manifest.artPort) await moveMetadata(chain, collections, art.url)
    await writeWorld(files, written.deployment, { ...written.manifest, artPort: art.port })
    await openWorld(chain, blockTimeS)
    const isOutdated = written.manifest.contractSources !== (await contractSourcesHash())
    return { chain, art, escrow: escrow.address, collections, deployment: written.deployment, isOutdated }
  } catch (error) {
    await chain.stop()
    throw error
  }
}

async function isItsChain({ client }: Chain, { manifest, deployment }: WrittenWorld): Promise<boolean> {
  const genesis = await client.getBlock({ blockNumber: 0n })
  if (genesis.hash !== manifest.genesisHash) return false
  for (const { address, codeHash, immutables } of deployment.escrows) {
    if (codeHashOf(await client.getCode({ address }), immutables) !== codeHash) return false
  }
  return true
}
