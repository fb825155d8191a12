import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from './given/engines.ts'
import { expectCleanReplay } from './given/indexTables.ts'
import { type Market, openMarket, tradeMeanwhile } from './given/market.ts'
import { RawClient } from './given/rawClient.ts'
import { startServerProcess, type ServerProcess } from './given/serverProcess.ts'
import { until } from './given/testServer.ts'

/** How often the server is killed; many times more in the long run. */
const kills = Number(process.env['SERVER_KILLS'] ?? 2)

const databases = givenDatabases('sqlite')
const started = new Set<ServerProcess>()

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterEach(async () => {
  for (const process of started) await process.kill()
  started.clear()
})
afterAll(() => market.stop())

/** Runs the executable as an operator would. */
async function run(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = startServerProcess(market, { ...(await databases.fresh()), ...env })
  started.add(server)
  return server
}

// Each starts several processes, on machines that have other things to do.
describe('given the executable', () => {
  it('serves until it gets SIGTERM, and then exits with 0', async () => {
    const server = await run({})
    const url = await server.url()
    await until(async () => (await fetch(new URL('/health', url))).ok)
    const page = await fetch(new URL('/api/events', url))
    // As browsers open them in advance.
    await RawClient.connect(url)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await expect(page.text()).resolves.toContain('hello')
  })

  it('behind a proxy, says that it stops before it does, and a second signal does not wait', async () => {
    const server = await run({ TRUSTED_PROXIES: '1', LEAVE_S: '15' })
    const url = await server.url()
    await until(async () => (await fetch(new URL('/health', url))).ok)
    server.signal('SIGTERM')
    await until(async () => (await (await fetch(new URL('/health', url))).text()).includes('the server is stopping'))
    expect((await fetch(new URL('/health', url))).status).toBe(503)
    expect((await fetch(new URL('/api/config', url))).status).toBe(200)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('says in a sentence which port is taken and how to choose another; the first one serves on, until SIGINT', async () => {
    const first = await run({})
    const url = await first.url()
    const { port } = new URL(url)
    const second = await run({ PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.complaints().trim()).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use. .*PORT=\\d+.*\\.$`))
    const page = await fetch(new URL('/api/events', url))
    first.signal('SIGINT')
    expect(await first.ended).toBe(0)
    await expect(page.text()).resolves.toContain('hello')
  })

  it('says in a sentence which setting is wrong', async () => {
    const server = await run({ PORT: 'http' })
    expect(await server.ended).toBe(1)
    expect(server.complaints().trim()).toMatch(/^PORT must be .*"http"\.$/)
  })

  it('loses nothing and doubles nothing when it is killed at any moment, under load', async () => {
    const database = await databases.fresh()
    let made = 0
    let server = await run(database)
    await server.url()
    for (let round = 0; round < kills; round += 1) {
      const trade = tradeMeanwhile(market)
      // It dies amid a full walk, while following the chain, or, the next one, before it listens.
      const asked = round % 2 === 0 ? fetch(new URL('/api/swap-offers/sync?fromBlock=0', await server.url())) : null
      asked?.catch(() => 'it died')
      await until(async () => trade.made.length >= round % 3)
      await server.kill()
      if (round % 4 === 1) {
        const hasty = await run(database)
        const before = trade.made.length
        await until(async () => trade.made.length > before)
        await hasty.kill()
      }
      server = await run(database)
      await server.url()
      await trade.stop()
      made += trade.made.length
      expect(await expectCleanReplay(database, { market, databases })).toBe(made)
    }
  })
})
