import { isReady } from './beginBootstraps.ts'
import { moveCheckpoint, readCheckpoints, type Checkpoint } from './checkpoints.ts'
import { failureText } from './failureText.ts'
import { commit, type IndexRun } from './indexRun.ts'
import type { Applied, LogConsumer, RawLog } from './logConsumer.ts'
import { nextRange, type NextRange } from './nextRange.ts'
import { passGap } from './passGap.ts'
import { smallerMayHelp } from './rangeSize.ts'
import type { Anchor } from './reads/branches.ts'
import type { Header } from './reads/headers.ts'
import { isChecked, maxCheckedBlocks, readRange } from './reads/readLogs.ts'

type ReadLogs = Awaited<ReturnType<typeof readRange>>

/** A range of logs that was asked for. */
interface Reading {
  readonly range: NextRange
  readonly checkpoints: ReadonlyMap<string, Checkpoint>
  readonly answer: Promise<ReadLogs | 'smaller' | 'refused'>
}

/** Asks for the next range. @returns null where everybody has read up to the head. */
export function nextReading(run: IndexRun, head: Header, checkpoints: ReadonlyMap<string, Checkpoint>): Reading | null {
  const ready = run.consumers.filter((consumer) => isReady(consumer, checkpoints))
  const range = nextRange(ready, checkpoints, { head: head.number, maxBlocks: run.rangeSize.blocks() })
  run.state.indexedBlock = range === null ? head.number : range.fromBlock - 1
  if (range === null) return null
  const answer = logsOf(run, range, [head, ...readBefore(range, checkpoints)])
  // Whoever awaits it hears of a failure; where the chain turns out to be another one, nobody does.
  answer.catch(() => undefined)
  return { range, checkpoints, answer }
}

/** Applies what was asked for first, and goes on from there up to the head. */
export async function readAll(run: IndexRun, head: Header, first: Reading | null): Promise<void> {
  let reading = first
  while (reading !== null && !run.signal.aborted) {
    const { range, checkpoints } = reading
    const answer = await reading.answer
    if (answer === 'refused') await passGap(run, range, checkpoints, head)
    else if (answer !== 'smaller') await applyRange(run, { range, ...answer, checkpoints })
    reading = nextReading(run, head, await readCheckpoints(run.context.db.write))
  }
}

/** In one range: what more bring is read and thrown away in pieces so large that requests have to wait for them. */
const mostLogs = 2_000

/** @returns the logs, or that a smaller range is to be tried, or that the endpoints refuse even a single block. */
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
    // Of fewer blocks every header would be asked for too.
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

/** The block that the range goes on from. */
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

/** One transaction: what the logs say, and how far they were read. */
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
