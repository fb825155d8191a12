import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, type DatabaseEnv } from '../given/engines.ts'
import { expectCleanReplay } from '../given/indexTables.ts'
import { type Market, openMarket, tradeMeanwhile } from '../given/market.ts'
import { openPage } from '../given/rawClient.ts'
import { startServerProcess, type ServerProcess } from '../given/serverProcess.ts'
import { until } from '../given/testServer.ts'

/** How often the server that indexes is killed. The long run does it many times, and takes the time. */
const kills = Number(process.env['SERVER_KILLS'] ?? 1)
const takeoverMs = process.env['SERVER_KILLS'] ? 5_000 : Infinity
const leads = 'this server follows the chain'

describe('given three processes that share a PostgreSQL database, under load', () => {
  const databases = givenDatabases('postgres')
  const started = new Set<ServerProcess>()
  let market: Market
  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(async () => {
    for (const server of started) await server.kill()
    await market.stop()
  })

  const start = (database: DatabaseEnv): ServerProcess => {
    const server = startServerProcess(market, database)
    started.add(server)
    return server
  }

  it('survives that the indexing one is killed: nothing is lost or doubled, and pages go on being told', async () => {
    const database = await databases.fresh()
    let servers = [start(database), start(database), start(database)]
    await Promise.all(servers.map((server) => server.url()))
    const trade = tradeMeanwhile(market)
    const takeovers: number[] = []
    for (let round = 0; round < kills; round += 1) {
      const leader = await until(async () => servers.find((server) => server.hasSaid(leads)))
      const others = servers.filter((server) => server !== leader)
      const pages = await Promise.all(others.map(async (server) => openPage(await server.url())))
      await until(async () => pages.every((page) => page.events.some(({ type }) => type === 'offer')))
      const killedMs = performance.now()
      await leader.kill()
      started.delete(leader)
      const next = await until(async () => others.find((server) => server.hasSaid(leads)))
      takeovers.push(performance.now() - killedMs)
      expect(next).toBeDefined()
      const told = pages.map((page) => page.events.length)
      await until(async () =>
        pages.every((page, index) => page.events.slice(told[index]).some(({ type }) => type === 'offer')),
      )
      for (const page of pages) page.leave()
      servers = [...others, start(database)]
      await Promise.all(servers.map((server) => server.url()))
    }
    await trade.stop()
    // The fastest, since a busy machine may stop any of these processes for seconds.
    expect(Math.min(...takeovers)).toBeLessThan(takeoverMs)

    expect(await expectCleanReplay(database, { market, databases })).toBe(trade.made.length)
  })
})
