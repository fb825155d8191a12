import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, get, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { startWorld } from '@parley/testkit'
import type { Bench, BenchRow } from './Bench.ts'
import { startIndexing } from './cases/indexingServer.ts'
import { slowestMs } from './cases/latency.ts'
import { startMockChain } from './cases/mockChain.ts'
import { median, timed } from './cases/proxiedWorld.ts'

const sizes = [10_000, 100_000, 1_000_000] as const
/** Each sent five offers and received five. */
const offersAWallet = 5
const requestsARun = 2_000
const atOnce = 16
const runs = 5

/** More offers than can be indexed while a client listens. */
const indexedEvents = 120_000
const listenMs = 4_000

export const bench: Bench = {
  about:
    'Routes over offers with so many stored. bare: node:http answering the same bytes. idle: the same while nothing is indexed.',
  async run() {
    const rows: BenchRow[] = []
    for (const size of sizes) rows.push(...(await routesOver(size)))
    return [...rows, await whileIndexing()]
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
      rows.push(await against(`${name}, ${stored.toLocaleString('en')} stored`, world.url, path))
    if (stored === sizes.at(-1)) rows.push(await nothingNew(world.url + routes['one offer'](1)))
    return rows
  } finally {
    await world.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** A 304 to a browser that already has the answer. */
async function nothingNew(url: string): Promise<BenchRow> {
  const first = await fetch(url)
  const body = await first.text()
  const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  if (again.status !== 304) throw new Error(`${url} answered ${again.status} to a browser that has it`)
  const figure = (await again.text()).length
  return { case: 'asked for again by a browser', figure, unit: 'bytes', reference: body.length, against: 'body' }
}

/** The 99th percentile of response times while the index is being built at full speed, and afterwards. */
async function whileIndexing(): Promise<BenchRow> {
  const chain = await startMockChain(indexedEvents)
  const indexing = await startIndexing(chain)
  try {
    const url = `${indexing.server.url}/api/swap-offers/creator/${walletNumber(1)}`
    const figure = await slowestMs(url, listenMs)
    if (indexing.isDone()) throw new Error('The index was built before its slowest answers were known')
    await indexing.done()
    const reference = await slowestMs(url, listenMs)
    return { case: 'p99 while the index is built', figure, unit: 'ms', reference, against: 'idle' }
  } finally {
    await indexing.stop()
    await chain.stop()
  }
}

async function against(name: string, url: string, path: (turn: number) => string): Promise<BenchRow> {
  const body = await (await fetch(url + path(0))).text()
  const bare = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const ours: number[] = []
  const theirs: number[] = []
  try {
    // A fresh server reads its first pages from disk and is busy with other things.
    await rate(url, (turn) => path(turn * 7_919))
    for (let run = 0; run < runs; run += 1) {
      // A prime stride, so that no two runs make the same requests and none are in order.
      ours.push(await rate(url, (turn) => path((run * requestsARun + turn) * 7_919)))
      theirs.push(await rate(urlOf(bare), () => '/'))
    }
  } finally {
    bare.close()
    bare.closeAllConnections()
  }
  return { case: name, figure: median(ours), unit: 'requests/s', reference: median(theirs), against: 'bare' }
}

/** Requests per second with {@link atOnce} concurrent ones. */
async function rate(url: string, path: (turn: number) => string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let turn = 0
  const work = async (): Promise<void> => {
    while (turn < requestsARun) await request(url + path(turn++), agent)
  }
  const { ms } = await timed(() => Promise.all(Array.from({ length: atOnce }, work)))
  agent.destroy()
  return (requestsARun * 1_000) / ms
}

function request(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.on('end', resolve).resume()
    }).on('error', reject)
  })
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** Writes two-for-two offers directly into the index, five per wallet and role, as the indexer would. */
function storeOffers(file: string, escrow: string, stored: number): void {
  const db = new DatabaseSync(file)
  // Only what is read afterwards is measured.
  db.exec('pragma synchronous = off; pragma cache_size = -1000000')
  const columns = Object.keys(offerRow(0, escrow, 1))
  const insert = db.prepare(`insert into offers (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
  const swapped = db.prepare('insert into swapped_nfts (contract, token, block, offer_id) values (?, ?, ?, ?)')
  db.exec('begin')
  for (let number = 0; number < stored; number += 1) {
    const row = offerRow(number, escrow, stored / offersAWallet)
    insert.run(...columns.map((column) => row[column] ?? null))
    for (let token = number; token < number + 3; token += 1)
      swapped.run(escrow, String(token), 10_000_000 + number, hashNumber(number))
  }
  db.exec('commit')
  db.close()
}

function offerRow(number: number, escrow: string, wallets: number): Record<string, string | number> {
  const nft = (tokenId: number): [string, string] => [escrow, String(tokenId)]
  return {
    id: hashNumber(number),
    escrow,
    creator: walletNumber(number % wallets),
    recipient: walletNumber((number + 1) % wallets),
    offered: JSON.stringify([nft(number), nft(number + 1)]),
    requested: JSON.stringify([nft(number + 2)]),
    created_tx_hash: hashNumber(10 * (sizes.at(-1) ?? 0) + number),
    created_at_s: 1_700_000_000 + number,
    // Beyond the chain's blocks: the index deletes offers in known blocks that the escrow lacks.
    created_block: 10_000_000 + number,
    created_log_index: 0,
    expires_at_s: 4_000_000_000,
    unreturned: '[]',
    collections: JSON.stringify([escrow]),
  }
}

function hashNumber(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** Digits only, so the checksummed form is identical. */
function walletNumber(number: number): string {
  return `0x${String(number + 1).padStart(40, '0')}`
}
