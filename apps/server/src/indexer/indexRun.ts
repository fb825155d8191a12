import type { Transaction } from 'kysely'
import { giveWay } from '../giveWay.ts'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { CheckpointMovedError } from './checkpoints.ts'
import type { IndexStatus } from './indexStatus.ts'
import type { Applied, LogConsumer } from './logConsumer.ts'
import type { RangeSize } from './rangeSize.ts'

/** What one run of catching up works on. */
export interface IndexRun {
  readonly context: Context
  readonly consumers: readonly LogConsumer[]
  readonly state: RunState
  /** Those under way, by consumer. */
  readonly bootstraps: Map<string, Promise<void>>
  readonly rangeSize: RangeSize
  readonly signal: AbortSignal
}

export type RunState = { -readonly [K in keyof IndexStatus]: IndexStatus[K] } & {
  /** Counts how often the index was dropped. */
  generation: number
  /** Whether the index was held against the chain since this server began to write it. */
  knowsChain: boolean
  /** Whether logs were read in ranges too long to be held against their headers, and not looked at otherwise since. */
  hasUnchecked: boolean
}

/** Runs a transaction, and tells of it when it is done. Where another server was faster, nothing is written. */
export async function commit(
  { context }: IndexRun,
  work: (tx: Transaction<Schema>) => Promise<readonly Applied[]>,
): Promise<void> {
  try {
    const done = await context.db.change(async (tx) => {
      const applied = await work(tx)
      await context.live.announce(
        tx,
        applied.flatMap(({ events }) => events),
      )
      // Writing to the disk is the longest piece there is: what has come in meanwhile goes before it and after it.
      await giveWay()
      return applied
    })
    await giveWay()
    for (const applied of done) applied.committed?.()
    context.live.publish(done.flatMap((applied) => applied.events))
  } catch (error) {
    if (!(error instanceof CheckpointMovedError)) throw error
    context.log.debug('another server indexed these blocks first')
  }
}
