import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, get, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { startWorld } from '@parley/testkit'
import type { Bench, BenchRow } from './Bench.ts'
import { median, timed } from './cases/proxiedWorld.ts'

const storedOffers = 1_000_000
const wallets = 200_000
const requestsARun = 3_000
const atOnce = 16
const runs = 5

export const bench: Bench = {
  about: `Routes over offers with ${storedOffers.toLocaleString('en')} of them stored. bare: node:http answering the same bytes.`,
  async run() {
    const dataFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
    const world = await startWorld({
      seed: 'empty',
      blockTimeS: null,
      dataFolder,
      serverEnv: { REQUESTS_PER_MINUTE: '1000000' },
    })
    try {
      await world.server.stop()
      storeOffers(join(dataFolder, 'parley.sqlite'), world.deployment.escrows[0]?.address ?? '')
      await world.server.start()
      const rows: BenchRow[] = []
      for (const [name, path] of [
        ['offers by creator', (turn: number) => `/api/swap-offers/creator/${walletNumber(turn % wallets)}`],
        ['offers by recipient', (turn: number) => `/api/swap-offers/recipient/${walletNumber(turn % wallets)}`],
        ['one offer', (turn: number) => `/api/swap-offers/${hashNumber(turn % storedOffers)}`],
      ] as const) {
        rows.push(await against(name, world.url, path))
      }
      return rows
    } finally {
      await world.stop()
      await rm(dataFolder, { recursive: true, force: true })
    }
  },
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
    // The first pages come from the disk, and the server has other things to do when it has just started.
    await rate(url, (turn) => path(turn * 7_919))
    for (let run = 0; run < runs; run += 1) {
      // A prime stride, so that no two runs ask for the same and nothing is in order.
      ours.push(await rate(url, (turn) => path((run * requestsARun + turn) * 7_919)))
      theirs.push(await rate(urlOf(bare), () => '/'))
    }
  } finally {
    bare.close()
    bare.closeAllConnections()
  }
  return { case: name, figure: median(ours), unit: 'requests/s', reference: median(theirs), against: 'bare' }
}

/** Requests a second with {@link atOnce} under way at a time. */
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

/** Writes offers of two for one straight into the index, five a wallet in each role, as the indexer would have. */
function storeOffers(file: string, escrow: string): void {
  const db = new DatabaseSync(file)
  const columns = db
    .prepare('select name from pragma_table_info(?)')
    .all('offers')
    .map(({ name }) => String(name))
  const insert = db.prepare(`insert into offers (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
  db.exec('begin')
  for (let number = 0; number < storedOffers; number += 1) {
    const row = offerRow(number, escrow)
    insert.run(...columns.map((column) => row[column] ?? null))
  }
  db.exec('commit')
  db.close()
}

function offerRow(number: number, escrow: string): Record<string, string | number> {
  const nft = (tokenId: number): [string, string] => [escrow, String(tokenId)]
  return {
    id: hashNumber(number),
    escrow,
    creator: walletNumber(number % wallets),
    recipient: walletNumber((number + 1) % wallets),
    offered: JSON.stringify([nft(number), nft(number + 1)]),
    requested: JSON.stringify([nft(number + 2)]),
    created_tx_hash: hashNumber(storedOffers + number),
    created_at_s: 1_700_000_000 + number,
    // Beyond the blocks of the chain: the index drops what it reads about and the escrow does not know.
    created_block: 10_000_000 + number,
    created_log_index: 0,
    expires_at_s: 4_000_000_000,
    unreturned: '[]',
  }
}

function hashNumber(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** Digits alone: the checksummed form is the same. */
function walletNumber(number: number): string {
  return `0x${String(number + 1).padStart(40, '0')}`
}
