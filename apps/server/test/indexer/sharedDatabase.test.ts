import { startRpcProxy } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownDatabases } from '../given/engines.ts'
import { offerRows, openBeside } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { openPage } from '../given/rawClient.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

describe('given two servers that share a PostgreSQL database', () => {
  const databases = ownDatabases('postgres')
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

  it('asks the chain once a poll where the other one leads', async () => {
    const shared = await databases.fresh()
    const proxy = await startRpcProxy(market.chain.url)
    const first = await startTestServer(market, shared, { POLL_MS: '60000' })
    await until(async () => (await first.raw('/health')).status === 200)
    const second = await startTestServer(market, shared, { POLL_MS: '60000', RPC_URLS: proxy.url })
    try {
      await until(async () => (await second.raw('/health')).status === 200)
      // One of the two counts the trades, and asks the chain for that.
      await until(async () => (await second.raw('/api/stats')).status === 200)
      await second.indexer.catchUp()
      proxy.reset()
      await second.indexer.catchUp()
      expect(proxy.traffic().calls).toEqual({ eth_getBlockByNumber: 1 })
    } finally {
      await Promise.all([first.stop(), second.stop()])
      await proxy.stop()
    }
  })

  /** Reads the list, which comes from the database alone. A single unindexed offer is looked up in the logs. */
  const isListedClosed = (server: TestServer, id: string) =>
    until(async () => {
      const { offers } = await server.api.request('offersByUser', {
        params: { address: market.address('alice') },
        query: { limit: '100' },
      })
      return offers.some((offer) => offer.offerId === id && offer.status === 'cancelled')
    })

  it('lets one of them read the logs for all, and another where that one is gone', async () => {
    const shared = await databases.fresh()
    const proxies = await Promise.all([startRpcProxy(market.chain.url), startRpcProxy(market.chain.url)])
    const [first, second] = await Promise.all(
      proxies.map(({ url }) => startTestServer(market, shared, { RPC_URLS: url })),
    )
    if (!first || !second) throw new Error('there are two')
    const logReads = () => proxies.map((proxy) => proxy.traffic().calls['eth_getLogs'] ?? 0)
    try {
      const id = await market.offer()
      await market.cancel(id)
      for (const server of [first, second]) await isListedClosed(server, id)
      await until(async () => logReads().some((reads) => reads > 0))
      expect(logReads().filter((reads) => reads > 0)).toHaveLength(1)
      const [leader, other] = logReads()[0] ? [first, second] : [second, first]
      await leader.stop()
      const next = await market.offer()
      await market.cancel(next)
      await isListedClosed(other, next)
      await until(async () => logReads().every((reads) => reads > 0))
      await until(async () => (await other.raw('/health')).status === 200)
    } finally {
      await Promise.all([first.stop(), second.stop()])
      await Promise.all(proxies.map((proxy) => proxy.stop()))
    }
  })

  it('lets another lead where the leader no longer reaches the chain', async () => {
    const shared = await databases.fresh()
    const proxy = await startRpcProxy(market.chain.url)
    const leader = await startTestServer(market, shared, { RPC_URLS: proxy.url })
    await until(async () => leader.indexer.status().indexedBlock !== null)
    const other = await startTestServer(market, shared)
    try {
      proxy.interfere(() => ({ kind: 'reset' }))
      const id = await market.offer()
      await until(async () => {
        const { offers } = await leader.api.request('offersByCreator', { params: { address: market.address('alice') } })
        return offers.some(({ offerId }) => offerId === id)
      })
    } finally {
      await Promise.all([leader.stop(), other.stop()])
      await proxy.stop()
    }
  })

  it('tells the pages of both, whichever of them indexed the change', async () => {
    const shared = await databases.fresh()
    // One follows the chain alone, the other rarely polls.
    const busy = await startTestServer(market, shared)
    await until(async () => busy.indexer.status().indexedBlock !== null)
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
