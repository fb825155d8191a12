import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, startWorld } from '@parley/testkit'
import type { Bench, BenchRow } from './Bench.ts'
import { againstBare } from './cases/bareServer.ts'
import { startIndexing } from './cases/indexingServer.ts'
import { slowestMs } from './cases/latency.ts'
import { startMockChain } from './cases/mockChain.ts'
import { hashNumber, offersAWallet, storeOffers, walletNumber } from './cases/storedOffers.ts'

const sizes = [10_000, 100_000, 1_000_000] as const

/** More offers than are indexed while a client listens. */
const indexedEvents = 120_000
const listenMs = 4_000

export const bench: Bench = {
  about:
    'Routes over offers with so many stored. bare: node:http answering the same bytes. idle: the same while nothing is indexed.',
  async run() {
    const rows: BenchRow[] = []
    for (const size of sizes) rows.push(...(await routesOver(size)))
    return [...rows, await whileIndexing(), await whileIndexingOverPostgres()]
  },
}

async function routesOver(stored: number): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const serverEnv = { REQUESTS_PER_MINUTE: '1000000' }
  const world = await startWorld({ seed: 'empty', blockTimeS: null, dataFolder, serverEnv })
  try {
    await world.server.stop()
    const { escrow } = world
    storeOffers(join(dataFolder, 'parley.sqlite'), escrow, stored)
    await world.server.start()
    const wallets = stored / offersAWallet
    const routes = {
      'offers by creator': (turn: number) => `/api/swap-offers/creator/${walletNumber(turn % wallets)}`,
      'offers by recipient': (turn: number) => `/api/swap-offers/recipient/${walletNumber(turn % wallets)}`,
      'one offer': (turn: number) => `/api/swap-offers/${hashNumber(turn % stored)}`,
      'one offer, again and again': () => `/api/swap-offers/${hashNumber(1)}`,
      'what a trader did': (turn: number) => `/api/traders/${walletNumber(turn % wallets)}`,
      'swaps of one NFT': (turn: number) => `/api/nft/${escrow}/${turn % stored}/swaps`,
    }
    const rows: BenchRow[] = []
    for (const [name, path] of Object.entries(routes))
      rows.push(...(await againstBare(`${name}, ${stored.toLocaleString('en')} stored`, world.url, path)))
    if (stored === sizes.at(-1)) rows.push(await nothingNew(world.url + routes['one offer'](1)))
    return rows
  } finally {
    await world.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** A 304 to a browser that has the answer already. */
async function nothingNew(url: string): Promise<BenchRow> {
  const first = await fetch(url)
  const body = await first.text()
  const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  if (again.status !== 304) throw new Error(`${url} answered ${again.status} to a browser that has it`)
  const figure = (await again.text()).length
  return { case: 'asked for again by a browser', figure, unit: 'bytes', reference: body.length, against: 'body' }
}

/** The 99th percentile of response times while the index is being built at full speed, and afterwards. */
async function whileIndexing(databaseUrl = ''): Promise<BenchRow> {
  const chain = await startMockChain(indexedEvents)
  const indexing = await startIndexing(chain, databaseUrl)
  try {
    const url = `${indexing.server.url}/api/swap-offers/creator/${walletNumber(1)}`
    const figure = await slowestMs(url, listenMs)
    if (indexing.isDone()) throw new Error('The index was built before its slowest answers were known')
    await indexing.done()
    const reference = await slowestMs(url, listenMs)
    const engine = databaseUrl === '' ? 'SQLite' : 'PostgreSQL'
    return { case: `p99 while the index is built, ${engine}`, figure, unit: 'ms', reference, against: 'idle' }
  } finally {
    await indexing.stop()
    await chain.stop()
  }
}

async function whileIndexingOverPostgres(): Promise<BenchRow> {
  const postgres = await startPostgres({ fsync: true })
  try {
    return await whileIndexing(await postgres.createDatabase('bench'))
  } finally {
    await postgres.stop()
  }
}
