import { readChainIdentity, storeChainIdentity } from './chainIdentity.ts'
import type { IndexRun } from './indexRun.ts'

/** Drops the index, which is rebuilt from the chain (decision C1). Open pages refetch everything. */
export async function startOver({ context, consumers, state }: IndexRun): Promise<void> {
  context.log.warn(
    'the chain is not the one that was indexed: it was reset or put back. The index is dropped and built again.',
  )
  const identity = await readChainIdentity(context.chain)
  state.generation += 1
  await context.db.change(async (tx) => {
    for (const consumer of consumers) await consumer.clear(tx)
    await tx.deleteFrom('checkpoints').execute()
    await storeChainIdentity(tx, identity)
  })
  context.live.publish([{ type: 'hello', indexedBlock: 0 }])
}
