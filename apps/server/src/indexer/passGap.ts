import { moveCheckpoint, type Checkpoint } from './checkpoints.ts'
import type { Header } from './chainReads.ts'
import { commit, type IndexRun } from './indexRun.ts'
import type { NextRange } from './nextRange.ts'

/**
 * The endpoints refuse these logs, even block by block (decision C5). Each consumer reads what it can have otherwise and goes
 * on from the head; one that cannot begins anew from its state.
 */
export async function passGap(
  run: IndexRun,
  range: NextRange,
  checkpoints: ReadonlyMap<string, Checkpoint>,
  head: Header,
): Promise<void> {
  run.context.log.warn(
    { fromBlock: range.fromBlock, toBlock: head.number },
    'every endpoint refuses these logs: going on from the head',
  )
  for (const consumer of range.consumers) {
    const next = { block: head.number, blockHash: head.hash }
    const seen = checkpoints.get(consumer.key)
    const write = await consumer.passGap?.(head, run.signal)
    const bootstrap = write ? undefined : await consumer.bootstrap?.(head, run.signal)
    await commit(run, async (tx) => {
      await bootstrap?.(tx)
      const applied = await write?.(tx)
      await moveCheckpoint(tx, consumer.key, { seen, next })
      return applied ? [applied] : []
    })
  }
  run.rangeSize.grow()
}
