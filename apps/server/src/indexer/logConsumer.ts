import type { Address } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'

export interface BlockRef {
  readonly number: number
  readonly hash: `0x${string}`
  /** Unix seconds. */
  readonly timeS: number
}

/** A validated but undecoded event log. */
export interface RawLog {
  readonly address: Address
  readonly topics: readonly `0x${string}`[]
  readonly data: `0x${string}`
  readonly blockNumber: number
  readonly blockHash: `0x${string}`
  /** Block time, unix seconds. */
  readonly blockTimeS: number
  readonly txHash: `0x${string}`
  readonly logIndex: number
}

/** All logs of a consumer in an inclusive block range, in chain order. */
export interface LogBatch {
  readonly fromBlock: number
  readonly toBlock: number
  readonly logs: readonly RawLog[]
}

/** The changes of a batch. */
export interface Applied {
  /** Published to open pages after the commit. */
  readonly events: readonly LiveEvent[]
  /** Called after the commit; must not throw. */
  readonly committed?: () => void
}

/**
 * State maintained from event logs, such as offers and holdings.
 *
 * The indexer fetches all consumers' logs in one request per poll and applies them in the transaction that moves the
 * checkpoints.
 */
export interface LogConsumer {
  /** The checkpoint's name in the database; never change it. A new consumer starts at `fromBlock`. */
  readonly key: string
  readonly fromBlock: number
  readonly addresses: readonly Address[]
  /** Values of `topics[0]`. A consumer receives logs that match any of its addresses and any of its topics. */
  readonly topics: readonly `0x${string}`[]
  /**
   * Reads the complete state at one block, so that no logs need replaying. Called once, without a checkpoint, outside any
   * transaction; the returned write runs in the transaction that sets the checkpoint to `at`.
   */
  readonly bootstrap?: (at: BlockRef, signal: AbortSignal) => Promise<(tx: Transaction<Schema>) => Promise<void>>
  /**
   * Called when endpoints refuse logs up to `to`. Reads what it can by other means, outside any transaction. The
   * returned write runs in the transaction that moves the checkpoint to `to`. Without it, a consumer bootstraps again
   * if it can.
   */
  readonly skipUnavailableLogs?: (
    to: BlockRef,
    signal: AbortSignal,
  ) => Promise<(tx: Transaction<Schema>) => Promise<Applied>>
  /** Fills the gap left by `skipUnavailableLogs`. Without it, all logs are replayed. */
  readonly fillGap?: () => Promise<void>
  /** Called after ranges too long to be verified against headers. Verifies against contract state. */
  readonly recheck?: () => void
  /** Applies a batch. Must be idempotent. */
  apply(tx: Transaction<Schema>, batch: LogBatch): Promise<Applied>
  /** Called when this server becomes the writer; removes data of an earlier configuration. */
  readonly begin?: (tx: Transaction<Schema>) => Promise<void>
  /** Discards everything after a chain reset. */
  clear(tx: Transaction<Schema>): Promise<void>
}
