import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { offerRows, openBeside } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { openPage } from '../given/openPage.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

describe('given two servers that share a PostgreSQL database', () => {
  const databases = givenDatabases('postgres')
  let market: Market
  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(() => market.stop())

  const isClosed = (server: TestServer, id: string) =>
    until(async () => {
      return (await server.offer(id))?.isActive === false
    })

  it('indexes each block once, serves the same from both, and holds what a single one would', async () => {
    const shared = await databases.fresh()
    const alone = await databases.fresh()
    const servers = await Promise.all([shared, shared, alone].map((database) => startTestServer(market, database)))
    try {
      for (let round = 0; round < 5; round += 1) {
        const [accepted, cancelled] = [await market.offer(), await market.offer()]
        await market.accept(accepted)
        await market.cancel(cancelled)
        for (const server of servers) await Promise.all([isClosed(server, accepted), isClosed(server, cancelled)])
      }
      const [ours, theirs] = [await openBeside(market, shared), await openBeside(market, alone)]
      expect(await offerRows(ours)).toEqual(await offerRows(theirs))
      await Promise.all([ours.close(), theirs.close()])
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })

  it('tells the pages of both, whichever of them indexed the change', async () => {
    const shared = await databases.fresh()
    // One follows the chain by itself, the other hardly ever looks.
    const busy = await startTestServer(market, shared)
    const idle = await startTestServer(market, shared, { POLL_MS: '60000' })
    const pages = await Promise.all([busy, idle].map(({ url }) => openPage(url)))
    try {
      const id = await market.offer()
      for (const page of pages) {
        await until(async () => page.events.some((event) => event.type === 'offer' && event.offerId === id))
        expect(page.events.filter((event) => event.type === 'offer' && event.offerId === id)).toHaveLength(1)
      }
    } finally {
      for (const page of pages) page.leave()
      await Promise.all([busy.stop(), idle.stop()])
    }
  })

  it('goes on after the database was restarted under them', async () => {
    const server = await startTestServer(market, await databases.fresh())
    try {
      const before = await market.offer()
      await market.cancel(before)
      await isClosed(server, before)
      await databases.postgres().restart('immediate')
      const after = await market.offer()
      await market.cancel(after)
      await isClosed(server, after)
    } finally {
      await server.stop()
    }
  })
})
