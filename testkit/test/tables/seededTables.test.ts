import { openBrowser, type Random, signInAs, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../../../apps/server/test/given/engines.ts'
import { openMarket, type Market, type Person } from '../../../apps/server/test/given/market.ts'
import { startTestServer, type TestServer } from '../../../apps/server/test/given/testServer.ts'
import type { Wallet } from './faultyTab.ts'
import { playTable, type TableWorld } from './playTable.ts'

/** `TABLE_SEED=46` plays one again and prints it. `pnpm test:full` plays 10,000. */
const one = process.env['TABLE_SEED']
const count = Number(process.env['TABLE_SEEDS'] ?? 24)

/** Servers of one database that know each other's pages by one origin. */
const settings = {
  PUBLIC_ORIGIN: 'http://tables.test',
  WRITES_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
  REQUESTS_AT_ONCE: '1000',
}

let market: Market
let nfts: Readonly<Record<'alice' | 'bob', Awaited<ReturnType<Market['mint']>>[]>>
beforeAll(async () => {
  market = await openMarket()
  const mint = async (person: Person) => [
    await market.mint(person),
    await market.mint(person),
    await market.mint(person),
  ]
  nfts = { alice: await mint('alice'), bob: await mint('bob') }
})
afterAll(() => market.stop())

describe.each(engines)('given random tables with faults, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let servers: TestServer[]
  let world: TableWorld
  const start = () => startTestServer(market, database, { ...settings, LOG_LEVEL: 'warn' })

  beforeAll(async () => {
    database = await databases.fresh()
    // Only PostgreSQL lets several servers share it.
    servers = engine === 'postgres' ? [await start(), await start()] : [await start()]
    const url = servers[0]?.url ?? ''
    const walletOf = async (person: Person): Promise<Wallet> => {
      const browser = await signInAs(url, wallets[person], openBrowser(url, { origin: settings.PUBLIC_ORIGIN }))
      const { address } = wallets[person].account
      // Strangers could open twenty tables a day.
      const allow = wallets[person === 'alice' ? 'bob' : 'alice'].account.address
      await browser.client.request('changeInbound', { query: { as: address }, body: { allow } })
      return { address, headers: () => browser.headers() }
    }
    world = {
      alice: { ...(await walletOf('alice')), nfts: nfts.alice },
      bob: { ...(await walletOf('bob')), nfts: nfts.bob },
      carol: await walletOf('carol'),
      urls: () => servers.map((server) => server.url),
      async restart(dice: Random) {
        const index = Math.floor(dice() * servers.length)
        await servers[index]?.stop()
        servers[index] = await start()
      },
    }
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
  })

  it('shows the same versions and ticks at both ends, and a third wallet nothing', async () => {
    const own = Array.from({ length: count }, (_, index) => index + 1).filter(
      (seed) => (seed % 4 === 0) === (engine === 'postgres'),
    )
    for (const [index, seed] of (one === undefined ? own : [Number(one)]).entries()) {
      const { problems, trace } = await playTable(world, seed)
      if (one !== undefined) console.log(trace.join('\n'))
      expect(problems, `TABLE_SEED=${seed}`).toEqual([])
      if ((index + 1) % 500 === 0) console.log(`${engine}: ${index + 1} of ${own.length} tables`)
    }
  })
})
