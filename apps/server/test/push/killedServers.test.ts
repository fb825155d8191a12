import { type PushAnswer, random, startPushService } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { type Market, openMarket, type Person } from '../given/market.ts'
import { readSettings, subscribe, told } from '../given/pushes.ts'
import { startServerProcess } from '../given/serverProcess.ts'
import { signIn } from '../given/tables.ts'
import { until } from '../given/testServer.ts'

/** Of two servers on PostgreSQL; a sixth of it over SQLite. */
const kills = Number(process.env['PUSH_KILLS'] ?? 4)
const killSeed = 7
/** Offers outrun pushes on a fast machine, and a browser's outbox drops what comes beyond a hundred. */
const mostWaiting = 50

describe.each(engines)('given servers that are killed, over %s', (engine) => {
  const databases = givenDatabases(engine)
  // One each: Bob would be told of the other's offers, where he subscribes before they are read.
  let market: Market
  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(() => market.stop())

  /** SQLite has one server, which is down for a while each time. */
  const [processes, times] = engine === 'postgres' ? [2, kills] : [1, Math.ceil(kills / 6)]

  it(`tells each item, and shows each once, over ${times} kills`, { timeout: 2_400_000 }, async () => {
    const database = await databases.fresh()
    let vapid: string | null = null
    const service = await startPushService(async () => vapid)
    const env = { ...database, PUSH_TRUSTED_ORIGINS: service.origin, POLL_MS: '50' }
    const start = () => startServerProcess(market, env)
    const servers = Array.from({ length: processes }, start)
    try {
      const bob = await signIn((await servers[0]?.url()) ?? '', 'bob')
      vapid = (await readSettings(bob)).push.key
      const phone = service.open()
      await subscribe(bob, phone)
      const chance = random(killSeed)
      const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(chance() * from.length)] ?? from[0]
      let failures = 0
      // Each failure in a row doubles the wait. Five of them would take longer than the test waits.
      const usual = (): PushAnswer => {
        const isTaken = failures === 3 || chance() < 0.75
        const answer = isTaken ? 201 : pick<PushAnswer>([500, { status: 429, retryAfter: '0' }])
        failures = answer === 201 ? 0 : failures + 1
        return answer
      }
      phone.answer(usual)
      const made: string[] = []
      const waiting = () => made.filter((id) => !told(phone).includes(`offer-received:${id}`))
      for (let kill = 0; kill < times; kill += 1) {
        await until(async () => waiting().length < mostWaiting)
        const at = Math.floor(chance() * processes)
        // A server starts while the other one goes on. It is killed again once it could push.
        await servers[at]?.url()
        const from: Person = kill % 2 === 0 ? 'alice' : 'carol'
        const moment = pick(['mined', 'asked', 'told'])
        if (moment === 'asked')
          phone.answer(() => {
            void servers[at]?.kill()
            phone.answer(usual)
            return pick([201, 500, 'hang'])
          })
        const before = { asked: phone.requests(), told: phone.received.length }
        made.push(await market.offer({ from, to: 'bob' }))
        if (moment === 'asked') await until(async () => phone.requests() > before.asked)
        if (moment === 'told') await until(async () => phone.received.length > before.told)
        await servers[at]?.kill()
        made.push(await market.offer({ from, to: 'bob' }))
        servers[at] = start()
      }
      phone.answer(() => 201)
      await until(async () => waiting().length === 0)
      const expected = made.map((id) => `offer-received:${id}`).toSorted()
      expect(
        phone
          .shown()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(expected)
      // A repeated push has the topic of the first, which it replaces at the push service.
      expect(new Set(phone.received.map(({ topic }) => topic)).size).toBe(made.length)
      // A server has one push of a browser under way, so each kill leaves one answer unheard at most.
      expect(phone.received.length - made.length).toBeLessThanOrEqual(times)
      expect(service.faults).toEqual([])
    } finally {
      for (const server of servers) await server.kill()
      await service.stop()
    }
  })
})
