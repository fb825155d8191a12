import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cutAtCommit, expectCleanReplay } from '../given/indexTables.ts'
import { ownDatabases, type DatabaseEnv } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

/** Length of the database outage; longer in the long run. */
const awayS = Number(process.env['DATABASE_AWAY_S'] ?? 1)
/** Size of the read pool; further requests wait five seconds for a connection. */
const readingConnections = 10
const refusedWithinMs = Number(process.env['REFUSED_WITHIN_MS'] ?? Infinity)
/** Concurrent requests, few enough to reach on a slow machine. */
const atOnce = 50

const databases = ownDatabases('postgres')
let market: Market
let database: DatabaseEnv
let server: TestServer
let admin: pg.Client
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(async () => {
  database = await databases.fresh()
  // This suite tests faults of the database with many requests, so the per-address limit is raised.
  server = await startTestServer(market, database, {
    REQUESTS_PER_MINUTE: '1000000',
    REQUESTS_AT_ONCE: String(atOnce),
  })
  await until(async () => server.indexer.status().indexedBlock !== null)
  admin = new pg.Client({ connectionString: database.DATABASE_URL })
  admin.on('error', () => undefined)
  await admin.connect()
})
afterEach(async () => {
  await admin.end().catch(() => undefined)
  await server.stop()
})
afterAll(() => market.stop())

/** Some offers, closed and open. */
async function trade(): Promise<void> {
  await market.cancel(await market.offer())
  await market.offer()
}

const expectNothingLost = () => expectCleanReplay(database, { market, databases })

const listed = () => server.raw(`/api/swap-offers/creator/${market.address('alice')}`)

async function expectServing(): Promise<void> {
  await until(async () => (await listed()).status === 200 && (await server.raw('/health')).status === 200)
}

describe('given a PostgreSQL under a server that runs', () => {
  it(`answers 503 during an outage of ${awayS} s, then recovers without data loss`, async () => {
    await databases.postgres().restart('immediate', async () => {
      const endMs = performance.now() + awayS * 1_000
      await trade()
      do {
        const answer = await listed()
        expect(answer).toMatchObject({ status: 503, body: { success: false, error: 'the database does not answer' } })
        expect(answer.headers.get('retry-after')).not.toBeNull()
        expect((await server.raw('/health')).status).toBe(503)
        expect(await server.raw('/alive')).toMatchObject({ status: 200, body: { success: true } })
        // Whatever needs no database keeps working.
        expect((await server.raw('/api/config')).status).toBe(200)
      } while (performance.now() < endMs)
    })
    await expectServing()
    await trade()
    await expectNothingLost()
  })

  it('answers 503 while all connections are taken, and recovers when they are free', async () => {
    await trade()
    await admin.query('begin')
    await admin.query('lock table offers in access exclusive mode')
    const startMs = performance.now()
    const tookMs: number[] = []
    const under = Array.from({ length: 40 }, async () => {
      const { status } = await listed()
      if (status === 503) tookMs.push(performance.now() - startMs)
      return status
    })
    await until(async () => (await server.raw('/health')).status === 503)
    // While the table is locked: a late request would be answered as soon as it is free.
    await until(async () => tookMs.length >= under.length - readingConnections)
    expect((await server.raw('/api/config')).status).toBe(200)
    await admin.query('rollback')
    const statuses = await Promise.all(under)
    // The fastest, since a busy machine may stall any of them for seconds.
    expect(Math.min(...tookMs)).toBeLessThan(refusedWithinMs)
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    await expectServing()
    await expectNothingLost()
  })

  it('says at once that it has too much to do, to those beyond its bound alone', async () => {
    await admin.query('begin')
    await admin.query('lock table offers in access exclusive mode')
    const order: unknown[] = []
    const under = Array.from({ length: atOnce + 200 }, async () => {
      const { status, headers, body } = await listed()
      order.push(body['error'])
      return { status, retryAfter: headers.get('retry-after') }
    })
    // While the table is locked: a slow machine may also see statements time out by then.
    await until(async () => order.filter((error) => error === 'the server has too much to do').length >= 20)
    await admin.query('rollback')
    const answers = await Promise.all(under)
    expect(order.filter((error) => error === 'the server has too much to do').length).toBeLessThanOrEqual(200)
    expect(answers.filter(({ status }) => status === 503).every(({ retryAfter }) => retryAfter !== null)).toBe(true)
    await expectServing()
  })

  it('writes nothing while the disk is full, still reads, and catches up when there is room', async () => {
    // The database's real error, raised without filling a disk.
    await admin.query(`create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
    await admin.query('create trigger full_disk before insert or update on offers execute function full_disk()')
    await trade()
    await until(async () => server.log.some((line) => line.includes('No space left on device')))
    expect((await listed()).status).toBe(200)
    await admin.query('drop trigger full_disk on offers')
    await expectServing()
    await expectNothingLost()
  })
})

describe('given a line to PostgreSQL that is cut inside COMMIT', () => {
  it('loses nothing and writes nothing twice, whether or not the commit succeeded', async () => {
    const shared = await databases.fresh()
    const line = await cutAtCommit(shared.DATABASE_URL)
    const cutOff = await startTestServer(market, { ...shared, DATABASE_URL: line.url })
    try {
      await until(async () => cutOff.indexer.status().indexedBlock !== null)
      const plan = ['before', 'after', 'after', 'before', 'after', 'before'] as const
      line.cut(plan)
      await until(async () => {
        await trade()
        return line.done() === plan.length
      })
      database = shared
      await expectNothingLost()
      await until(async () => (await cutOff.raw('/health')).status === 200)
    } finally {
      await cutOff.stop()
      await line.stop()
    }
  })
})
