import { isSameChain, readChainIdentity, storeChainIdentity, storedChainIdentity } from './chainIdentity.ts'
import { gapKey } from './fillGaps.ts'
import type { IndexRun } from './indexRun.ts'
import { startOver } from './startOver.ts'

/** When this server becomes the writer: drops an index of another chain. */
export async function checkIdentity(run: IndexRun): Promise<void> {
  const { chain, db } = run.context
  const found = await readChainIdentity(chain)
  const stored = await storedChainIdentity(db.write)
  if (stored !== null && !isSameChain(stored, found)) await startOver(run)
  else if (stored === null || stored.firstHash !== found.firstHash) await storeChainIdentity(db.write, found)
  await db.change(async (tx) => {
    for (const consumer of run.consumers) await consumer.begin?.(tx)
    // A consumer that returns later starts from scratch.
    const keys = run.consumers.flatMap((consumer) => [consumer.key, gapKey(consumer)])
    await tx.deleteFrom('checkpoints').where('consumer', 'not in', keys).execute()
  })
}
