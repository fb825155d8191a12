import { moveCheckpoint, type Checkpoint } from './checkpoints.ts'
import { failureText } from '../log.ts'
import { commit, type IndexRun } from './indexRun.ts'
import type { BlockRef, LogConsumer } from './logConsumer.ts'
import { sleep } from '../lib/async.ts'

const retryAfterMs = 5_000

/**
 * Bootstraps consumers without a checkpoint from contract state instead of replaying logs.
 *
 * This can take long, so it runs in the background without delaying the others. The consumer joins them once it is written.
 */
export function beginBootstraps(run: IndexRun, checkpoints: ReadonlyMap<string, Checkpoint>, head: BlockRef): void {
  for (const consumer of run.consumers) {
    if (!consumer.bootstrap || checkpoints.has(consumer.key) || run.bootstraps.has(consumer.key)) continue
    const under = bootstrap(run, consumer, head).finally(() => run.bootstraps.delete(consumer.key))
    run.bootstraps.set(consumer.key, under)
  }
}

/** Whether a consumer is already reading logs. */
export function isReady(consumer: LogConsumer, checkpoints: ReadonlyMap<string, Checkpoint>): boolean {
  return !consumer.bootstrap || checkpoints.has(consumer.key)
}

async function bootstrap(run: IndexRun, consumer: LogConsumer, at: BlockRef): Promise<void> {
  const { generation } = run.state
  try {
    const write = await consumer.bootstrap?.(at, run.signal)
    if (!write) return
    await commit(run, async (tx) => {
      // The chain was reset in the meantime, so this state belongs to the old one.
      if (generation !== run.state.generation) return []
      await write(tx)
      await moveCheckpoint(tx, consumer.key, { seen: undefined, next: { block: at.number, blockHash: at.hash } })
      // No event tells what changed before this block.
      return [{ events: [{ type: 'hello', indexedBlock: at.number }] }]
    })
  } catch (error) {
    if (run.signal.aborted) return
    run.context.log.warn({ consumer: consumer.key, reason: failureText(error) }, 'a state could not be read whole yet')
    await sleep(retryAfterMs, run.signal)
  }
}
