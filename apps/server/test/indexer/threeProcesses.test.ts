import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, type DatabaseEnv } from '../given/engines.ts'
import { offerRows, openBeside } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { openPage } from '../given/openPage.ts'
import { startServerProcess, type ServerProcess } from '../given/serverProcess.ts'
import { startTestServer, until } from '../given/testServer.ts'

/** How often the server that indexes is killed; many times more in the long run. */
const kills = Number(process.env['SERVER_KILLS'] ?? 5)
const takeoverMs = 5_000
const leads = 'this server follows the chain'

describe(
  'given three processes that share a PostgreSQL database, under load',
  { timeout: 60_000 + kills * 20_000 },
  () => {
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

    /** People go on trading until it is stopped. */
    function tradeMeanwhile() {
      const made: string[] = []
      const asked = new AbortController()
      const trading = (async () => {
        while (!asked.signal.aborted) {
          const id = await market.offer()
          made.push(id)
          if (made.length % 2 === 0) await market.cancel(id)
        }
      })()
      return {
        made,
        async stop() {
          asked.abort()
          await trading
        },
      }
    }

    const start = (database: DatabaseEnv): ServerProcess => {
      const server = startServerProcess(market, database)
      started.add(server)
      return server
    }

    it('survives that the indexing one is killed: nothing is lost or doubled, and pages go on being told', async () => {
      const database = await databases.fresh()
      let servers = [start(database), start(database), start(database)]
      await Promise.all(servers.map((server) => server.url()))
      const trade = tradeMeanwhile()
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
      expect(Math.max(...takeovers)).toBeLessThan(takeoverMs)

      const alone = await databases.fresh()
      const reference = await startTestServer(market, alone)
      const head = Number(await market.chain.client.getBlockNumber())
      await until(async () => reference.indexer.status().indexedBlock === head)
      const [ours, theirs] = [await openBeside(market, database), await openBeside(market, alone)]
      try {
        const wanted = await offerRows(theirs)
        expect(wanted).toHaveLength(trade.made.length)
        await until(async () => JSON.stringify(await offerRows(ours)) === JSON.stringify(wanted))
      } finally {
        await Promise.all([ours.close(), theirs.close(), reference.stop()])
      }
    })
  },
)
