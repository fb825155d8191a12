import {
  type Checkpoint,
  moveCheckpoint,
  nextRange,
  type NextRange,
  readCheckpoints,
  smallerMayHelp,
} from './checkpoints.ts'
import { commit, type IndexRun } from './indexer.ts'
import type { Applied, BlockRef, LogConsumer, RawLog } from './logConsumer.ts'
import { skipUnavailableLogs } from './logGaps.ts'
import type { Anchor, Header } from './reads/rpcBlocks.ts'
import { isChecked, maxCheckedBlocks, readRange } from './reads/readLogs.ts'
import { sleep } from '../lib/async.ts'
import { failureText } from '../log.ts'

type ReadLogs = Awaited<ReturnType<typeof readRange>>

/** A requested range of logs. */
interface Reading {
  readonly range: NextRange
  readonly checkpoints: ReadonlyMap<string, Checkpoint>
  readonly answer: Promise<ReadLogs | 'smaller' | 'refused'>
}

/** Requests the next range. @returns null once every consumer has reached the head. */
export function nextReading(run: IndexRun, head: Header, checkpoints: ReadonlyMap<string, Checkpoint>): Reading | null {
  const ready = run.consumers.filter((consumer) => isReady(consumer, checkpoints))
  const range = nextRange(ready, checkpoints, { head: head.number, maxBlocks: run.rangeSize.blocks() })
  run.state.indexedBlock = range === null ? head.number : range.fromBlock - 1
  if (range === null) return null
  const answer = logsOf(run, range, [head, ...readBefore(range, checkpoints)])
  // The caller handles a rejection; after a chain reset this promise is dropped, so silence it.
  answer.catch(() => undefined)
  return { range, checkpoints, answer }
}

/** Applies the prefetched range, then continues up to the head. */
export async function readAll(run: IndexRun, head: Header, first: Reading | null): Promise<void> {
  let reading = first
  while (reading !== null && run.state.leads && !run.signal.aborted) {
    const { range, checkpoints } = reading
    const answer = await reading.answer
    if (answer === 'refused') await skipUnavailableLogs(run, range, checkpoints, head)
    else if (answer !== 'smaller') await applyRange(run, { range, ...answer, checkpoints })
    reading = nextReading(run, head, await readCheckpoints(run.context.db.write))
  }
}

/** Maximum logs per range. Larger batches allocate enough to delay requests. */
const mostLogs = 2_000

/** @returns the logs, `smaller` to retry with a smaller range, or that a single block was refused. */
async function logsOf(
  { context, rangeSize }: IndexRun,
  range: NextRange,
  anchors: readonly Anchor[],
): Promise<ReadLogs | 'smaller' | 'refused'> {
  try {
    const answer = await readRange(
      context.chain,
      { ...filterOf(range.consumers), fromBlock: range.fromBlock, toBlock: range.toBlock },
      anchors,
    )
    // Shorter ranges request every header as well.
    if (answer.logs.length > mostLogs) rangeSize.halve(maxCheckedBlocks + 1)
    else if (answer.logs.length * 2 <= mostLogs) rangeSize.grow()
    return answer
  } catch (error) {
    if (!smallerMayHelp(error)) throw error
    if (!rangeSize.halve()) return 'refused'
    context.log.debug(
      { reason: failureText(error), blocks: rangeSize.blocks() },
      'an endpoint refused a range of logs: asking for fewer blocks',
    )
    return 'smaller'
  }
}

/** The block before the range. */
function readBefore({ fromBlock, consumers }: NextRange, checkpoints: ReadonlyMap<string, Checkpoint>): Anchor[] {
  const hash = consumers.map(({ key }) => checkpoints.get(key)?.blockHash).find(Boolean)
  return hash ? [{ number: fromBlock - 1, hash: `0x${hash.slice(2)}` }] : []
}

function filterOf(consumers: readonly LogConsumer[]): { addresses: `0x${string}`[]; topics: `0x${string}`[] } {
  return {
    addresses: [...new Set(consumers.flatMap((consumer) => consumer.addresses))],
    topics: [...new Set(consumers.flatMap((consumer) => consumer.topics))],
  }
}

interface ReadRange {
  readonly range: NextRange
  readonly logs: readonly RawLog[]
  readonly endHash: string
  readonly checkpoints: ReadonlyMap<string, Checkpoint>
}

/** Applies logs and moves the checkpoints in one transaction. */
async function applyRange(run: IndexRun, { range, logs, endHash, checkpoints }: ReadRange): Promise<void> {
  const { fromBlock, toBlock } = range
  const next = { block: toBlock, blockHash: endHash }
  await commit(run, async (tx) => {
    const done: Applied[] = []
    for (const consumer of range.consumers) {
      done.push(await consumer.apply(tx, { fromBlock, toBlock, logs: logs.filter((log) => isFor(consumer, log)) }))
      await moveCheckpoint(tx, consumer.key, { seen: checkpoints.get(consumer.key), next })
    }
    return done
  })
  run.state.indexedBlock = toBlock
  if (!isChecked(range)) run.state.hasUnchecked = true
}

function isFor(consumer: LogConsumer, log: RawLog): boolean {
  const [topic] = log.topics
  return topic !== undefined && consumer.topics.includes(topic) && consumer.addresses.includes(log.address)
}

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
function isReady(consumer: LogConsumer, checkpoints: ReadonlyMap<string, Checkpoint>): boolean {
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
