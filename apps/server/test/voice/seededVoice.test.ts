import { openRooms, voiceNamespace } from '@parley/protocol'
import { startRedis, type TestRedis } from '@parley/testkit'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askPostgres, ownDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { patienceMs, startTestServer, until, type TestServer } from '../given/testServer.ts'
import { VoicePage } from '../given/voicePages.ts'
import { seededRandom } from '../holdings/randomTrades.ts'

const firstSeed = Number(process.env['VOICE_SEED'] ?? 1)
const runs = Number(process.env['VOICE_RUNS'] ?? 6)
const deeds = 5
const longestPauseMs = 12

describe('given two servers that share a PostgreSQL database and a Redis', () => {
  const databases = ownDatabases('postgres')
  let market: Market
  let redis: TestRedis
  let servers: readonly [TestServer, TestServer]
  let env: Readonly<Record<'PARLEY_DATA' | 'DATABASE_URL', string>>
  const pages: VoicePage[] = []
  const start = () => startTestServer(market, env, { REDIS_URL: redis.url })
  beforeAll(async () => {
    market = await openMarket()
    redis = await startRedis()
    env = await databases.fresh()
    servers = [await start(), await start()]
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) page.leave()
    await until(async () => servers.every((server) => server.voice.counts().sockets === 0))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await redis.stop()
    await market.stop()
  })

  function page(): VoicePage {
    const one = new VoicePage(`page ${pages.length}`, openRooms.general)
    pages.push(one)
    return one
  }

  /** Seated at either server, in turns. */
  async function seated(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const one = page()
      await one.arrive(servers[at % 2 === 0 ? 0 : 1].url)
      await until(() => one.sit())
    }
  }

  /** Everyone who sits has one line to each other, and no page met what it couldn't use. */
  async function allAreConnected(): Promise<void> {
    const inRoom = pages.filter(({ isSeated }) => isSeated)
    const missing = () => inRoom.flatMap((one) => one.missing(inRoom.filter((other) => other !== one)))
    await expect.poll(missing, { timeout: patienceMs / 8, interval: 20 }).toEqual([])
    expect(pages.flatMap(({ faults }) => faults)).toEqual([])
  }

  async function act(one: VoicePage, random: () => number): Promise<void> {
    const pause = () => new Promise((resolve) => setTimeout(resolve, random() * longestPauseMs))
    for (let deed = 0; deed < deeds; deed += 1) {
      await pause()
      const [chance, url] = [random(), servers[random() < 0.5 ? 0 : 1].url]
      // Leaves and comes again, changes to another server, takes another seat, or stands up.
      if (!one.isConnected || chance < 0.3) {
        one.leave()
        await one.arrive(url)
      }
      if (chance > 0.85) one.stand()
      else await until(() => one.sit())
    }
    if (!one.isSeated) await until(() => one.sit())
  }

  it.each(Array.from({ length: runs }, (_, at) => firstSeed + at))(
    'has one of each two call the other, whose messages come in order, however people come and go (seed %i)',
    async (seed) => {
      await Promise.all(Array.from({ length: 5 }, (_, at) => act(page(), seededRandom(seed * 1_000 + at))))
      await allAreConnected()
    },
  )

  it('lets a server that has just started know who sits at the others', async () => {
    await seated(2)
    const third = await start()
    try {
      const late = page()
      await late.arrive(third.url)
      await until(() => late.sit())
      await allAreConnected()
      late.leave()
    } finally {
      await third.stop()
    }
  })

  it('has everyone sit down again at a server that could not hear the others for a moment', async () => {
    await seated(4)
    const [ended] = await askPostgres(
      env.DATABASE_URL,
      `select pg_terminate_backend(min(pid)) from pg_stat_activity where application_name like 'parley_voice %'`,
    )
    expect(ended).toEqual({ pg_terminate_backend: true })
    await until(async () => pages.filter(({ isConnected }) => !isConnected).length === 2)
    for (const one of pages.filter(({ isConnected }) => !isConnected)) {
      await one.arrive(servers[0].url)
      await until(() => one.sit())
    }
    await allAreConnected()
  })

  it('doesn’t have a newcomer call someone who leaves while another server is still being asked', async () => {
    const slow = new pg.Client({ connectionString: env.DATABASE_URL, application_name: 'parley_voice slow' })
    await slow.connect()
    await slow.query('listen parley_voice')
    const told: string[] = []
    slow.on('notification', ({ payload = '' }) => told.push(payload))
    /** The question of a server, once it was asked. */
    const asked = () =>
      new Promise<unknown>((resolve) => {
        slow.on('notification', ({ payload = '' }) => {
          const requestId = /"requestId":"([^"]+)"/.exec(payload)?.[1]
          if (requestId !== undefined && payload.includes('"type":7')) resolve(requestId)
        })
      })
    const answer = async (requestId: unknown) => {
      const message = { uid: 'slow', nsp: voiceNamespace, type: 8, data: { requestId, sockets: [] } }
      await slow.query(`select pg_notify('parley_voice', $1)`, [`slow 1 1 ${JSON.stringify(message)}`])
    }
    const sit = async (one: VoicePage, beforeTheAnswer: () => Promise<void>) => {
      const askedMs = performance.now()
      const [question, seat] = [asked(), one.sit()]
      const requestId = await question
      await beforeTheAnswer()
      await answer(requestId)
      const isSeated = await seat
      // Without a seat only where the other servers used up their three seconds.
      expect(isSeated || performance.now() - askedMs > 2_900).toBe(true)
      return isSeated
    }
    const meet = async (early: VoicePage, late: VoicePage) => {
      await early.arrive(servers[1].url)
      if (!(await sit(early, async () => undefined))) return false
      const { id } = early
      await late.arrive(servers[0].url)
      return sit(late, async () => {
        await until(async () => told.some((text) => text.includes('"type":8') && text.includes(id)))
        early.leave()
        await until(async () => told.some((text) => text.includes('peer-left') && text.includes(id)))
      })
    }
    try {
      const [early, late] = [page(), page()]
      await until(() => meet(early, late))
      expect(late.missing([])).toEqual([])
    } finally {
      await slow.end()
    }
  })

  it('seats people without a server that has stopped answering, after a while', async () => {
    const silent = new pg.Client({ connectionString: env.DATABASE_URL, application_name: 'parley_voice silent' })
    let isEnded = false
    silent.on('error', () => (isEnded = true))
    await silent.connect()
    await silent.query('select 1')
    const early = page()
    await early.arrive(servers[0].url)
    // It could have people in this room.
    expect(await early.sit()).toBe(false)
    await seated(2)
    await until(() => early.sit())
    await allAreConnected()
    expect(isEnded).toBe(true)
  })
})
