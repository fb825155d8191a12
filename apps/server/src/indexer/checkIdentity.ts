import { isSameChain, readChainIdentity, storeChainIdentity, storedChainIdentity } from './chainIdentity.ts'
import { gapKey } from './fillGaps.ts'
import type { IndexRun } from './indexRun.ts'
import { startOver } from './startOver.ts'

/** Where this server begins to write: an index of another chain is dropped. */
export async function checkIdentity(run: IndexRun): Promise<void> {
  const { chain, db } = run.context
  const found = await readChainIdentity(chain)
  const stored = await storedChainIdentity(db.write)
  if (stored !== null && !isSameChain(stored, found)) await startOver(run)
  else if (stored === null || stored.firstHash !== found.firstHash) await storeChainIdentity(db.write, found)
  await db.change(async (tx) => {
    for (const consumer of run.consumers) await consumer.begin?.(tx)
    // A consumer that comes back later starts anew.
    const keys = run.consumers.flatMap((consumer) => [consumer.key, gapKey(consumer)])
    await tx.deleteFrom('checkpoints').where('consumer', 'not in', keys).execute()
  })
}
