import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { CheckpointMovedError, type RangeSize } from './checkpoints.ts'
import type { Applied, LogConsumer } from './logConsumer.ts'
import { yieldToEventLoop } from '../lib/async.ts'

/** Keeps consumers up to date with the chain. */
export interface Indexer {
  status(): IndexStatus
  /** Reads the chain up to its head. Concurrent calls share a run that started after they were made. */
  catchUp(): Promise<void>
  /** Starts following the chain. */
  start(): void
  /** Stops following; resolves when idle. */
  stop(): Promise<void>
}

/** The index's progress. */
export interface IndexStatus {
  /** The newest block that an endpoint reported, with its unix time. Null before the first answer. */
  readonly head: { readonly number: number; readonly timeS: number } | null
  /** The block that every consumer has reached; null before the first checkpoint. */
  readonly indexedBlock: number | null
  /** When an endpoint last answered, in monotonic milliseconds; null before. */
  readonly answeredAtMs: number | null
  /** Whether this server follows the chain for all servers of its database. */
  readonly leads: boolean
  /** When this server last led while another one wrote the index, in monotonic milliseconds; or null. */
  readonly rivalAtMs: number | null
  /** Why the last attempt failed; null after a success. */
  readonly failure: string | null
}

/** More blocks than an index that follows the chain is ever behind. */
export const maxLagBlocks = 30

/** The state of one catch-up run. */
export interface IndexRun {
  readonly context: Context
  readonly consumers: readonly LogConsumer[]
  readonly state: RunState
  /** Running bootstraps, by consumer. */
  readonly bootstraps: Map<string, Promise<void>>
  readonly rangeSize: RangeSize
  readonly signal: AbortSignal
}

export type RunState = { -readonly [K in keyof IndexStatus]: IndexStatus[K] } & {
  /** The newest block that pages were notified of. */
  publishedBlock: number | null
  /** Incremented each time the index is dropped. */
  generation: number
  /** Whether the chain's identity was verified since this server became the writer. */
  knowsChain: boolean
  /** Whether logs were read in ranges too long to be verified against headers, with no other check since. */
  hasUnchecked: boolean
}

/**
 * Runs a transaction and publishes its changes after the commit. Writes nothing if another server was faster, which
 * ends this one's lead: two believed to lead.
 */
export async function commit(
  { context, state }: IndexRun,
  work: (tx: Transaction<Schema>) => Promise<readonly Applied[]>,
): Promise<void> {
  try {
    const done = await context.db.change(async (tx) => {
      const applied = await work(tx)
      await context.live.announce(
        tx,
        applied.flatMap(({ events }) => events),
      )
      // The commit is the longest uninterruptible step, so pending requests run before and after it.
      await yieldToEventLoop()
      return applied
    })
    await yieldToEventLoop()
    for (const applied of done) applied.committed?.()
    context.live.publish(done.flatMap((applied) => applied.events))
  } catch (error) {
    if (!(error instanceof CheckpointMovedError)) throw error
    context.log.debug('another server indexed these blocks first')
    if (!state.leads || context.db.engine === 'sqlite') return
    context.log.warn('another server writes the index as well: this one gives up the lead, and wrote nothing')
    state.leads = false
    state.rivalAtMs = performance.now()
    await context.db.leadership.stepDown()
  }
}
