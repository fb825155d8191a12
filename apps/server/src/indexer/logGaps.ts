import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import {
  type Checkpoint,
  createRangeSize,
  moveCheckpoint,
  type NextRange,
  readAnchors,
  smallerMayHelp,
} from './checkpoints.ts'
import { failureText } from '../log.ts'
import { commit, type IndexRun } from './indexer.ts'
import type { LogConsumer } from './logConsumer.ts'
import { sleep } from '../lib/async.ts'
import type { Header } from './reads/rpcBlocks.ts'
import { readLogs } from './reads/readLogs.ts'

/** An endpoint that has just refused will refuse again. */
const tryAfterMs = 30_000

/** Checkpoint name recording that a consumer continued without refused logs. */
export function gapKey(consumer: Pick<LogConsumer, 'key'>): string {
  return `gap:${consumer.key}`
}

/**
 * Reads skipped logs in the background (decision C5).
 *
 * Retries every 30 s while endpoints refuse them. Survives a restart.
 */
export function fillGaps(run: IndexRun, checkpoints: ReadonlyMap<string, Checkpoint>): void {
  for (const consumer of run.consumers) {
    const key = gapKey(consumer)
    if (!checkpoints.has(key) || run.bootstraps.has(key)) continue
    run.bootstraps.set(
      key,
      fillGap(run, consumer).finally(() => run.bootstraps.delete(key)),
    )
  }
}

async function fillGap(run: IndexRun, consumer: LogConsumer): Promise<void> {
  const { db, log } = run.context
  const { generation } = run.state
  try {
    await sleep(tryAfterMs, run.signal)
    run.signal.throwIfAborted()
    await (consumer.fillGap ? consumer.fillGap() : readAgain(run, consumer))
    await db.change(async (tx) => {
      if (generation === run.state.generation)
        await tx.deleteFrom('checkpoints').where('consumer', '=', gapKey(consumer)).execute()
    })
    log.info({ consumer: consumer.key }, 'what the endpoints had refused is read')
  } catch (error) {
    if (run.signal.aborted) return
    log.warn({ consumer: consumer.key, reason: failureText(error) }, 'what the endpoints refused is still missing')
  }
}

/** Replays all logs of a consumer up to its checkpoint, which doesn't move. Known logs change nothing. */
async function readAgain({ context, signal }: IndexRun, consumer: LogConsumer): Promise<void> {
  const { chain, db, live } = context
  const rows = await db.read.selectFrom('checkpoints').select('block').where('consumer', '=', consumer.key).execute()
  const end = rows[0]?.block ?? -1
  const size = createRangeSize()
  let fromBlock = consumer.fromBlock
  while (fromBlock <= end) {
    signal.throwIfAborted()
    const range = { fromBlock, toBlock: Math.min(end, fromBlock + size.blocks() - 1) }
    try {
      const filter = { addresses: consumer.addresses, topics: consumer.topics, ...range }
      const logs = await readLogs(chain, filter, await readAnchors(db.read))
      const applied = await db.change(async (tx) => {
        const done = await consumer.apply(tx, { ...range, logs })
        await live.announce(tx, done.events)
        return done
      })
      applied.committed?.()
      live.publish(applied.events)
      fromBlock = range.toBlock + 1
      size.grow()
    } catch (error) {
      if (!smallerMayHelp(error) || !size.halve()) throw error
    }
  }
}

/** Records a gap in the transaction that skips the logs. */
export async function noteGap(
  tx: Transaction<Schema>,
  consumer: Pick<LogConsumer, 'key'>,
  fromBlock: number,
): Promise<void> {
  await tx
    .insertInto('checkpoints')
    .values({ consumer: gapKey(consumer), block: fromBlock, block_hash: '' })
    .onConflict((conflict) => conflict.column('consumer').doNothing())
    .execute()
}

/**
 * Skips logs that endpoints refuse even block by block (decision C5).
 *
 * Each consumer reads what it can by other means, records the gap and continues from the head. A consumer that can
 * bootstrap loses its checkpoint and starts over.
 */
export async function skipUnavailableLogs(
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
    const write = await consumer.skipUnavailableLogs?.(head, run.signal)
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
