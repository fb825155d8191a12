import { moveCheckpoint, type Checkpoint } from './checkpoints.ts'
import { failureText } from './failureText.ts'
import { commit, type IndexRun } from './indexRun.ts'
import type { BlockRef, LogConsumer } from './logConsumer.ts'
import { pause } from './pause.ts'

const retryAfterMs = 5_000

/**
 * Lets consumers without a checkpoint read their state whole instead of replaying it. That can take long, so it goes on beside
 * the following of the others, which nothing of it can hold up; when it is written, the consumer joins them.
 */
export function beginBootstraps(run: IndexRun, checkpoints: ReadonlyMap<string, Checkpoint>, head: BlockRef): void {
  for (const consumer of run.consumers) {
    if (!consumer.bootstrap || checkpoints.has(consumer.key) || run.bootstraps.has(consumer.key)) continue
    const under = bootstrap(run, consumer, head).finally(() => run.bootstraps.delete(consumer.key))
    run.bootstraps.set(consumer.key, under)
  }
}

/** Whether a consumer takes part in the reading of logs. */
export function isReady(consumer: LogConsumer, checkpoints: ReadonlyMap<string, Checkpoint>): boolean {
  return !consumer.bootstrap || checkpoints.has(consumer.key)
}

async function bootstrap(run: IndexRun, consumer: LogConsumer, at: BlockRef): Promise<void> {
  const { generation } = run.state
  try {
    const write = await consumer.bootstrap?.(at, run.signal)
    if (!write) return
    await commit(run, async (tx) => {
      // The chain was put back meanwhile: what was read is of the one before.
      if (generation !== run.state.generation) return []
      await write(tx)
      await moveCheckpoint(tx, consumer.key, { seen: undefined, next: { block: at.number, blockHash: at.hash } })
      return []
    })
  } catch (error) {
    if (run.signal.aborted) return
    run.context.log.warn({ consumer: consumer.key, reason: failureText(error) }, 'a state could not be read whole yet')
    await pause(retryAfterMs, run.signal)
  }
}
