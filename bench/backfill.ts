import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChainClient, decodeEscrowLog, offerEventTopics, type EscrowEvent } from '@parley/chain'
import { multicall3Address } from '@parley/testkit'
import { openDatabase } from '@parley/server/db/openDatabase'
import { readLogs } from '@parley/server/indexer/reads/readLogs'
import { moveCheckpoint, type Checkpoint } from '@parley/server/indexer/checkpoints'
import { applyOfferEvents } from '@parley/server/offers/offerConsumer'
import { pino } from 'pino'
import type { Bench, BenchRow } from './Bench.ts'
import { startIndexing } from './cases/indexingServer.ts'
import { logsABlock, mockEscrow, startMockChain, type MockChain } from './cases/mockChain.ts'
import { median, timed } from './cases/proxiedWorld.ts'

const sizes = [3_000, 30_000, 300_000] as const
const runs = 5
/** The large one takes minutes; its many ranges average out. */
const runsOfLarge = 1
const rangeBlocks = 2_048
/** Enough to measure the time per row: an empty index is where single rows are fastest. */
const writtenRowByRow = 3_000

export const bench: Bench = {
  about: `Events of an escrow into the index, ${sizes.map((size) => size.toLocaleString('en')).join(', ')} of them, checkpoint in the same transaction. fetch: fetching and decoding them alone. row by row: the same writing with a transaction for each.`,
  async run() {
    const rows: BenchRow[] = []
    let rowByRow = Number.NaN
    for (const size of sizes) {
      const chain = await startMockChain(size)
      try {
        if (Number.isNaN(rowByRow)) rowByRow = await rowByRowRate(await fetchAll(chain, size))
        rows.push(...(await backfillOf(chain, size, rowByRow)))
      } finally {
        await chain.stop()
      }
    }
    return rows
  },
}

async function backfillOf(chain: MockChain, logs: number, rowByRow: number): Promise<BenchRow[]> {
  const [ours, fetched]: [number[], number[]] = [[], []]
  // Warms up the chain, which caches its answers.
  await backfillMs(chain)
  for (let run = 0; run < (logs === sizes.at(-1) ? runsOfLarge : runs); run += 1) {
    ours.push(await backfillMs(chain))
    fetched.push((await timed(() => fetchAll(chain, logs))).ms)
  }
  const rate = (ms: number) => (logs * 1_000) / ms
  const one = { case: `${logs.toLocaleString('en')} events`, figure: rate(median(ours)), unit: 'events/s' }
  return [
    { ...one, reference: rate(median(fetched)), against: 'fetch' },
    { ...one, reference: rowByRow, against: 'row by row' },
  ]
}

/** Events a second. */
async function rowByRowRate(events: readonly EscrowEvent[]): Promise<number> {
  const written = events.slice(0, writtenRowByRow)
  const times: number[] = []
  while (times.length < runs) times.push(await rowByRowMs(written))
  return (written.length * 1_000) / median(times)
}

/** Time from start to the chain's head, with an empty data folder. */
async function backfillMs(chain: MockChain): Promise<number> {
  const indexing = await startIndexing(chain)
  const { ms } = await timed(() => indexing.done())
  await indexing.stop()
  return ms
}

async function fetchAll({ url }: MockChain, logs: number): Promise<EscrowEvent[]> {
  const client = createChainClient({
    chainId: 43_114,
    chainName: 'mock',
    rpcUrls: [url],
    multicall3: multicall3Address,
  })
  const head = Math.ceil(logs / logsABlock)
  const events: EscrowEvent[] = []
  for (let fromBlock = 1; fromBlock <= head; fromBlock += rangeBlocks) {
    const range = { fromBlock, toBlock: Math.min(head, fromBlock + rangeBlocks - 1) }
    const found = await readLogs(client, { addresses: [mockEscrow], topics: offerEventTopics, ...range })
    for (const log of found) {
      const event = decodeEscrowLog(log)
      if (event) events.push(event)
    }
  }
  return events
}

/** The same writes without batches: each event in a transaction that also moves the checkpoint. */
async function rowByRowMs(events: readonly EscrowEvent[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const db = await openDatabase({ engine: 'sqlite', folder }, pino({ level: 'silent' }))
  const { ms } = await timed(async () => {
    let seen: Checkpoint | undefined
    for (const event of events) {
      const next = { block: event.place.block, blockHash: '' }
      await db.change(async (tx) => {
        await applyOfferEvents(tx, [event])
        await moveCheckpoint(tx, 'offers', { seen, next })
      })
      seen = next
    }
  })
  await db.close()
  await rm(folder, { recursive: true, force: true })
  return ms
}
