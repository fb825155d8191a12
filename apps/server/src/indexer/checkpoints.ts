import type { Transaction } from 'kysely'
import type { Queryable, Schema } from '../db/schema.ts'

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
