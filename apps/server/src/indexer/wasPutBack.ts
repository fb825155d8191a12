import type { Checkpoint } from './checkpoints.ts'
import { forkCheck } from './forkCheck.ts'
import type { IndexRun } from './indexRun.ts'
import { readHeader, type Header } from './reads/headers.ts'

/** Whether the chain that was read is no longer there. Asks for one header more where the head alone does not tell. */
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
  // A public endpoint may lag behind the one asked before; the local chain has a single one, so it was put back.
  if (verdict === 'behind') return context.config.deployment.network === 'local'
  return verdict === 'forked'
}
