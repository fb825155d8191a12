import type { Checkpoint } from './checkpoints.ts'
import { forkCheck } from './forkCheck.ts'
import type { IndexRun } from './indexRun.ts'
import { readHeader, type Header } from './reads/headers.ts'

/** Whether the indexed chain was reset. Requests one more header if the head alone can't tell. */
export async function wasPutBack(
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
