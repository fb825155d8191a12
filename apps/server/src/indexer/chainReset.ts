import { isSameChain, readChainIdentity, storeChainIdentity, storedChainIdentity } from './chainIdentity.ts'
import type { Checkpoint } from './checkpoints.ts'
import { gapKey } from './logGaps.ts'
import type { IndexRun } from './indexRun.ts'
import { type Header, readHeader } from './reads/headers.ts'

/** Whether the indexed chain was reset. Requests one more header if the head alone can't tell. */
export async function wasChainReset(
  { context, consumers }: IndexRun,
  checkpoints: ReadonlyMap<string, Checkpoint>,
  head: Header,
): Promise<boolean> {
  const furthest = [...checkpoints]
    .filter(([key]) => consumers.some((consumer) => consumer.key === key))
    .map(([, checkpoint]) => checkpoint)
    .toSorted((a, b) => b.block - a.block)[0]
  if (!furthest) return false
  const verdict = forkCheck(furthest, head)
  if (verdict === 'unknown') {
    const there = await readHeader(context.chain, furthest.block)
    return there !== null && there.hash !== furthest.blockHash
  }
  // A public endpoint may merely lag; a local chain has a single endpoint, so it was reset.
  if (verdict === 'behind') return context.config.deployment.network === 'local'
  return verdict === 'forked'
}

type ForkVerdict = 'same' | 'forked' | 'behind' | 'unknown'

/**
 * Whether a head continues the chain read up to `checkpoint`, as far as the head alone can tell.
 *
 * Accepted C-Chain blocks are final, so `forked` means another chain: a local one that was reset or rolled back. `behind`:
 * the head is below the checkpoint, because the endpoint lags or the chain was rolled back.
 */
export function forkCheck(checkpoint: Checkpoint, head: Header): ForkVerdict {
  if (head.number < checkpoint.block) return 'behind'
  if (checkpoint.blockHash === '') return 'same'
  if (head.number === checkpoint.block) return head.hash === checkpoint.blockHash ? 'same' : 'forked'
  if (head.number === checkpoint.block + 1) return head.parentHash === checkpoint.blockHash ? 'same' : 'forked'
  return 'unknown'
}

/** When this server becomes the writer: drops an index of another chain. */
export async function checkIdentity(run: IndexRun): Promise<void> {
  const { chain, db } = run.context
  const found = await readChainIdentity(chain)
  const stored = await storedChainIdentity(db.write)
  if (stored !== null && !isSameChain(stored, found)) await rebuildIndex(run)
  else if (stored === null || stored.firstHash !== found.firstHash) await storeChainIdentity(db.write, found)
  await db.change(async (tx) => {
    for (const consumer of run.consumers) await consumer.begin?.(tx)
    // A consumer that returns later starts from scratch.
    const keys = run.consumers.flatMap((consumer) => [consumer.key, gapKey(consumer)])
    await tx.deleteFrom('checkpoints').where('consumer', 'not in', keys).execute()
  })
}

/** Drops the index, which is rebuilt from the chain (decision C1). Open pages refetch everything. */
export async function rebuildIndex({ context, consumers, state }: IndexRun): Promise<void> {
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
