import { moveCheckpoint, type Checkpoint } from './checkpoints.ts'
import type { Header } from './reads/headers.ts'
import { noteGap } from './fillGaps.ts'
import { commit, type IndexRun } from './indexRun.ts'
import type { NextRange } from './nextRange.ts'

/**
 * Skips logs that endpoints refuse even block by block (decision C5).
 *
 * Each consumer reads what it can by other means, records the gap and continues from the head. A consumer that can
 * bootstrap loses its checkpoint and starts over.
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
    const write = await consumer.passGap?.(head, run.signal)
    await commit(run, async (tx) => {
      if (!write && consumer.bootstrap) {
        await tx.deleteFrom('checkpoints').where('consumer', '=', consumer.key).execute()
        return []
      }
      const applied = await write?.(tx)
      const next = { block: head.number, blockHash: head.hash }
      await moveCheckpoint(tx, consumer.key, { seen: checkpoints.get(consumer.key), next })
      await noteGap(tx, consumer, range.fromBlock)
      return applied ? [applied] : []
    })
  }
  run.rangeSize.grow()
}
