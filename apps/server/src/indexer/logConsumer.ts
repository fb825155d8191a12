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

/** An event log as the chain gave it, checked in shape and undecoded. */
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

/** Every log of a consumer between two blocks, both included, in the order of the chain. */
export interface LogBatch {
  readonly fromBlock: number
  readonly toBlock: number
  readonly logs: readonly RawLog[]
}

/** What a batch changed. */
export interface Applied {
  /** Told to open pages once the transaction is committed. */
  readonly events: readonly LiveEvent[]
  /** Called once the transaction is committed; must not throw. */
  readonly committed?: () => void
}

/**
 * Something that is kept up to date from event logs: the offers, the holdings. The indexer reads the logs of all consumers
 * in one request a poll and calls each in the one transaction that moves the checkpoints.
 */
export interface LogConsumer {
  /** Names its checkpoint in the database: never change it. One that is new starts from `fromBlock`. */
  readonly key: string
  readonly fromBlock: number
  readonly addresses: readonly Address[]
  /** Values of `topics[0]`. A log of any address and any of these topics reaches every consumer that named both. */
  readonly topics: readonly `0x${string}`[]
  /**
   * For state that can be read whole at one block and need not be replayed. Called once, where there is no checkpoint yet,
   * outside any transaction; the write that it answers runs in the transaction that sets the checkpoint to `at`.
   */
  readonly bootstrap?: (at: BlockRef, signal: AbortSignal) => Promise<(tx: Transaction<Schema>) => Promise<void>>
  /**
   * For the case that the endpoints refuse the logs up to `to`: reads what can be had otherwise, outside any transaction; the
   * write that it answers runs in the one that moves the checkpoint to `to`. A consumer without it bootstraps again, where it can.
   */
  readonly passGap?: (to: BlockRef, signal: AbortSignal) => Promise<(tx: Transaction<Schema>) => Promise<Applied>>
  /** Reads, when the endpoints give logs again, what `passGap` left out; without it every log is read and applied again. */
  readonly fillGap?: () => Promise<void>
  /** Called after logs were read in ranges too long to be held against their headers: what can be read from the state, is. */
  readonly recheck?: () => void
  /** Writes what the batch says. Must come to the same when given the same batch twice. */
  apply(tx: Transaction<Schema>, batch: LogBatch): Promise<Applied>
  /** Called where this server begins to write: forgets what is of an earlier configuration. */
  readonly begin?: (tx: Transaction<Schema>) => Promise<void>
  /** Forgets everything: the chain is another one. */
  clear(tx: Transaction<Schema>): Promise<void>
}
