import { isSameChain, readChainIdentity, storeChainIdentity, storedChainIdentity } from './chainIdentity.ts'
import { isChecked, readHead, readHeader, readRange, type Anchor, type Header } from './chainReads.ts'
import { checkEscrows, WrongChainError } from './checkDeployment.ts'
import { moveCheckpoint, readCheckpoints, type Checkpoint } from './checkpoints.ts'
import { failureText } from './failureText.ts'
import { fillGaps, gapKey } from './fillGaps.ts'
import { followLeader } from './followLeader.ts'
import { forkCheck } from './forkCheck.ts'
import { beginBootstraps, isReady } from './beginBootstraps.ts'
import { commit, type IndexRun } from './indexRun.ts'
import type { Applied, LogConsumer, RawLog } from './logConsumer.ts'
import { nextRange, type NextRange } from './nextRange.ts'
import { smallerMayHelp } from './rangeSize.ts'
import { passGap } from './passGap.ts'

/**
 * Reads from where each consumer stands up to the head of the chain. Where nothing is new it costs one request; else two, the
 * second of which asks for logs and, where the head alone does not tell, whether the chain is still the one that was read.
 */
export async function catchUp(run: IndexRun): Promise<void> {
  const { context, state } = run
  if (state.head === null) await checkChain(run)
  const head = await readHead(context.chain)
  state.answeredAtMs = performance.now()
  const isNew = head.number !== state.head?.number
  state.head = head
  if (await context.db.leadership.lead()) await readUpTo(run, head)
  else {
    state.knowsChain = false
    await followLeader(run, head)
  }
  if (isNew) context.live.publish([{ type: 'head', block: head.number, timestamp: head.timeS }])
}

async function readUpTo(run: IndexRun, head: Header): Promise<void> {
  const { context, state } = run
  if (!state.knowsChain) await checkIdentity(run)
  state.knowsChain = true
  const checkpoints = await readCheckpoints(context.db.write)
  const isGone = wasPutBack(run, checkpoints, head)
  const first = nextReading(run, head, checkpoints)
  if (await isGone) {
    await startOver(run)
    await readAll(run, head, nextReading(run, head, new Map()))
  } else {
    await readAll(run, head, first)
  }
  const reached = await readCheckpoints(context.db.write)
  beginBootstraps(run, reached, head)
  fillGaps(run, reached)
  if (!state.hasUnchecked || run.signal.aborted) return
  state.hasUnchecked = false
  for (const consumer of run.consumers) consumer.recheck?.()
}

/** At start: whether the endpoints serve the chain of the deployment, with its escrows. */
async function checkChain({ context }: IndexRun): Promise<void> {
  const { deployment } = context.config
  const chainId = await context.chain.getChainId()
  if (chainId !== deployment.chainId) throw new WrongChainError(chainId, deployment.chainId)
  await checkEscrows(context.chain, deployment)
}

/** Where this server begins to write: an index of another chain is dropped. */
async function checkIdentity(run: IndexRun): Promise<void> {
  const { chain, db } = run.context
  const found = await readChainIdentity(chain)
  const stored = await storedChainIdentity(db.write)
  if (stored !== null && !isSameChain(stored, found)) await startOver(run)
  else if (stored === null || stored.firstHash !== found.firstHash) await storeChainIdentity(db.write, found)
  await db.change(async (tx) => {
    for (const consumer of run.consumers) await consumer.begin?.(tx)
    // A consumer that comes back later starts anew.
    const keys = run.consumers.flatMap((consumer) => [consumer.key, gapKey(consumer)])
    await tx.deleteFrom('checkpoints').where('consumer', 'not in', keys).execute()
  })
}

/** Whether the chain that was read is no longer there. Asks for one header more where the head alone does not tell. */
async function wasPutBack(
  { context, consumers }: IndexRun,
  checkpoints: ReadonlyMap<string, Checkpoint>,
  head: Header,
): Promise<boolean> {
  const furthest = [...checkpoints]
    .filter(([key]) => consumers.some((consumer) => consumer.key === key))
    .map(([, checkpoint]) => checkpoint)
    .toSorted((a, b) => b.block - a.block)[0]
  if (!furthest) return false
  const verdict = forkCheck(furthest, head)
  if (verdict === 'unknown') {
    const there = await readHeader(context.chain, furthest.block)
    return there !== null && there.hash !== furthest.blockHash
  }
  // A public endpoint may lag behind the one asked before; the local chain has a single one, so it was put back.
  if (verdict === 'behind') return context.config.deployment.network === 'local'
  return verdict === 'forked'
}

/** Drops the index; the chain gives it again (decision C1). Open pages are greeted anew, so they read everything again. */
async function startOver({ context, consumers, state }: IndexRun): Promise<void> {
  context.log.warn(
    'the chain is not the one that was indexed: it was reset or put back. The index is dropped and built again.',
  )
  const identity = await readChainIdentity(context.chain)
  state.generation += 1
  await context.db.change(async (tx) => {
    for (const consumer of consumers) await consumer.clear(tx)
    await tx.deleteFrom('checkpoints').execute()
    await storeChainIdentity(tx, identity)
  })
  context.live.publish([{ type: 'hello', indexedBlock: 0 }])
}

type ReadLogs = Awaited<ReturnType<typeof readRange>>

/** A range of logs that was asked for. */
interface Reading {
  readonly range: NextRange
  readonly checkpoints: ReadonlyMap<string, Checkpoint>
  readonly answer: Promise<ReadLogs | 'smaller' | 'refused'>
}

/** Asks for the next range. @returns null where everybody has read up to the head. */
function nextReading(run: IndexRun, head: Header, checkpoints: ReadonlyMap<string, Checkpoint>): Reading | null {
  const ready = run.consumers.filter((consumer) => isReady(consumer, checkpoints))
  const range = nextRange(ready, checkpoints, { head: head.number, maxBlocks: run.rangeSize.blocks() })
  run.state.indexedBlock = range === null ? head.number : range.fromBlock - 1
  if (range === null) return null
  const answer = logsOf(run, range, [head, ...readBefore(range, checkpoints)])
  // Whoever awaits it hears of a failure; where the chain turns out to be another one, nobody does.
  answer.catch(() => undefined)
  return { range, checkpoints, answer }
}

async function readAll(run: IndexRun, head: Header, first: Reading | null): Promise<void> {
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
    if (answer.logs.length > mostLogs) rangeSize.halve()
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
