import { RpcUnavailableError } from '@parley/chain'
import type { Transaction } from 'kysely'
import { BaseError, RpcRequestError } from 'viem'
import type { Queryable, Schema } from '../db/schema.ts'
import type { LogConsumer } from './logConsumer.ts'

/** The last block a consumer has read. The hash is empty if the block's header wasn't read. */
export interface Checkpoint {
  readonly block: number
  readonly blockHash: string
}

/** Another process moved this checkpoint: discard what was read and read again from there. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError'
}

export async function readCheckpoints(db: Queryable): Promise<Map<string, Checkpoint>> {
  const rows = await db.selectFrom('checkpoints').selectAll().execute()
  return new Map(rows.map((row) => [row.consumer, { block: row.block, blockHash: row.block_hash }]))
}

/**
 * Moves a checkpoint by compare-and-set from its last seen position (`undefined`: none).
 *
 * @throws {CheckpointMovedError} if it has moved, which rolls back the transaction.
 */
export async function moveCheckpoint(
  tx: Transaction<Schema>,
  consumer: string,
  { seen, next }: { seen: Checkpoint | undefined; next: Checkpoint },
): Promise<void> {
  const values = { block: next.block, block_hash: next.blockHash }
  if (seen === undefined) {
    const added = await tx
      .insertInto('checkpoints')
      .values({ consumer, ...values })
      .onConflict((conflict) => conflict.column('consumer').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new CheckpointMovedError()
    return
  }
  const moved = await tx
    .updateTable('checkpoints')
    .set(values)
    .where('consumer', '=', consumer)
    .where('block', '=', seen.block)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new CheckpointMovedError()
}

/** The newest block any checkpoint has reached, used to verify answers; undefined before the first. */
export async function readAnchors(db: Queryable): Promise<{ number: number; hash: `0x${string}` }[]> {
  const query = db.selectFrom('checkpoints').select(['block', 'block_hash']).where('block_hash', '!=', '')
  const row = await query.orderBy('block', 'desc').limit(1).executeTakeFirst()
  return row ? [{ number: row.block, hash: `0x${row.block_hash.slice(2)}` }] : []
}

/** The next blocks to read, and the consumers waiting for them. */
export interface NextRange {
  readonly fromBlock: number
  readonly toBlock: number
  readonly consumers: readonly LogConsumer[]
}

/**
 * Chooses the next range. The consumers furthest behind catch up alone; after that, one request serves all.
 *
 * @returns null once every consumer has reached `head`.
 */
export function nextRange(
  consumers: readonly LogConsumer[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
  { head, maxBlocks }: { head: number; maxBlocks: number },
): NextRange | null {
  const starts = consumers.map((consumer) => ({ consumer, from: startOf(consumer, checkpoints) }))
  const fromBlock = Math.min(...starts.map((start) => start.from))
  if (starts.length === 0 || fromBlock > head) return null
  const others = starts.map((start) => start.from).filter((from) => from > fromBlock)
  return {
    fromBlock,
    toBlock: Math.min(head, fromBlock + maxBlocks - 1, ...others.map((from) => from - 1)),
    consumers: starts.filter((start) => start.from === fromBlock).map((start) => start.consumer),
  }
}

function startOf(consumer: LogConsumer, checkpoints: ReadonlyMap<string, Checkpoint>): number {
  const checkpoint = checkpoints.get(consumer.key)
  return checkpoint ? checkpoint.block + 1 : consumer.fromBlock
}

/** The largest range that public C-Chain endpoints accept. */
export const maxRangeBlocks = 2048

/** Blocks per request: halved on failure, doubled on success. */
export interface RangeSize {
  blocks(): number
  /** @param least the minimum. @returns false if the range can't shrink further. */
  halve(least?: number): boolean
  grow(): void
}

export function createRangeSize(max = maxRangeBlocks): RangeSize {
  let size = max
  return {
    blocks: () => size,
    halve(least = 1) {
      if (size <= least) return false
      size = Math.max(least, Math.ceil(size / 2))
      return true
    },
    grow() {
      size = Math.min(max, size * 2)
    },
  }
}

/**
 * Whether a smaller range might succeed. True if the endpoint returned an RPC error, refused or timed out.
 *
 * A smaller range doesn't help against an endpoint that is unreachable or rate limiting.
 */
export function smallerMayHelp(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const unavailable = error.walk((cause) => cause instanceof RpcUnavailableError)
  if (unavailable instanceof RpcUnavailableError) return ['tooLarge', 'timeout', 'refused'].includes(unavailable.reason)
  return error.walk((cause) => cause instanceof RpcRequestError) !== null
}
