import type { PostgresReplica } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/readConfig.ts'
import { examineReplicas } from '../../src/doctor/examinePostgres.ts'
import { askPostgres, type DatabaseEnv, ownDatabases } from '../given/engines.ts'
import { type Market, openMarket } from '../given/market.ts'
import { openPage } from '../given/rawClient.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

describe('given a streaming replica that answers reads', () => {
  const databases = ownDatabases('postgres')
  let market: Market
  let database: DatabaseEnv
  let replica: PostgresReplica
  let readUrl: string
  beforeAll(async () => {
    market = await openMarket()
    database = await databases.fresh()
    replica = await databases.postgres().startReplica()
    readUrl = replica.url('parley1')
  })
  afterAll(async () => {
    await replica.stop()
    await market.stop()
  })

  const atReplica = (text: string) => askPostgres(readUrl, text)
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startTestServer(market, database, { DATABASE_READ_URLS: readUrl, ...env })
  const inUse = async (server: TestServer) =>
    Number(/^parley_read_replicas_in_use (\d)$/m.exec(String((await server.raw('/metrics')).body['text']))?.[1])
  const isUsed = (server: TestServer) => until(async () => (await inUse(server)) === 1)
  const isLeftOut = (server: TestServer) => until(async () => (await inUse(server)) === 0)

  const lists = async (server: TestServer, id: string): Promise<boolean> => {
    const { offers } = await server.api.request('offersByCreator', { params: { address: market.address('alice') } })
    return offers.some(({ offerId }) => offerId === id)
  }

  /** One that follows the chain, another that hears of it, and a page at each. */
  async function withTwo(work: (servers: readonly TestServer[], offerShown: () => Promise<void>) => Promise<void>) {
    const busy = await start()
    await until(async () => busy.indexer.status().indexedBlock !== null)
    const servers = [busy, await start({ POLL_MS: '60000' })]
    const pages = await Promise.all(servers.map(({ url }) => openPage(url)))
    try {
      for (const server of servers) await isUsed(server)
      await work(servers, async () => {
        const id = await market.offer()
        for (const [index, server] of servers.entries()) {
          await until(async () => pages[index]?.events.some((event) => event.type === 'offer' && event.offerId === id))
          expect(await lists(server, id)).toBe(true)
        }
      })
    } finally {
      for (const page of pages) page.leave()
      await Promise.all(servers.map((server) => server.stop()))
    }
  }

  it('has an offer before pages learn of it, at the server that indexed it and at another', () =>
    withTwo(async (_, offerShown) => {
      for (let round = 0; round < 3; round += 1) await offerShown()
      const readers = `select count(*)::int as count from pg_stat_activity
        where query like '%from "offers"%' and pid <> pg_backend_pid()`
      // One that is late for two seconds is left out, and the primary is read until it is back.
      await until(async () => {
        await offerShown()
        return Number((await atReplica(readers))[0]?.['count']) >= 2
      })
    }))

  it('is left out while it is paused, without hiding new offers, and used again after', () =>
    withTwo(async (servers, offerShown) => {
      await atReplica('select pg_wal_replay_pause()')
      await offerShown()
      for (const server of servers) expect(await inUse(server)).toBe(0)
      await atReplica('select pg_wal_replay_resume()')
      for (const server of servers) await isUsed(server)
      await offerShown()
    }))

  const examined = (...urls: readonly string[]) =>
    examineReplicas(
      readConfig({
        ...database,
        DEPLOYMENT_FILE: market.deploymentFile,
        RPC_URLS: market.chain.url,
        DATABASE_READ_URLS: urls.join(),
      }),
    )

  it('is recognized by the doctor, as are a primary in its place and one that is away', async () => {
    expect(await examined(readUrl, database.DATABASE_URL, 'postgres://127.0.0.1:1/parley')).toMatchObject([
      { what: 'read replica 1', state: 'fine' },
      { what: 'read replica 2', state: 'warning', words: expect.stringContaining('It is a primary') },
      { what: 'read replica 3', state: 'warning', words: expect.stringContaining('It does not answer') },
    ])
  })

  it('is said to be behind by the doctor while it repeats nothing', async () => {
    await atReplica('select pg_wal_replay_pause()')
    // More than 16 MB of log.
    const ballast = 'create table ballast as select repeat(md5(n::text), 30) from generate_series(1, 25000) as n'
    await askPostgres(database.DATABASE_URL, ballast)
    expect(await examined(readUrl)).toMatchObject([
      { what: 'read replica 1', state: 'warning', words: expect.stringMatching(/MB behind/) },
    ])
    await askPostgres(database.DATABASE_URL, 'drop table ballast')
    await atReplica('select pg_wal_replay_resume()')
    await until(async () => (await examined(readUrl))[0]?.state === 'fine')
  })

  it('is done without where it is gone', async () => {
    const server = await start()
    await isUsed(server)
    try {
      await replica.stop('immediate')
      const id = await market.offer()
      await until(() => lists(server, id))
      await isLeftOut(server)
      expect((await server.raw('/health')).status).toBe(200)
    } finally {
      await server.stop()
    }
  })
})
