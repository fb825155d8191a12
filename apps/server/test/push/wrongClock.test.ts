import { startPushService } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { type Market, openMarket } from '../given/market.ts'
import { readSettings, subscribe, told } from '../given/pushes.ts'
import { startServerProcess } from '../given/serverProcess.ts'
import { signIn } from '../given/tables.ts'
import { until } from '../given/testServer.ts'

const aheadMs = 10 * 60 * 1000

/** Replaces the clock of a process by one that is ahead. */
const wrongDate = `
  const Right = Date
  globalThis.Date = class extends Right {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(Right.now() + ${aheadMs}) }
    static now() { return Right.now() + ${aheadMs} }
  }`

describe('given a server whose clock is ten minutes ahead, beside one whose clock is right', () => {
  const databases = givenDatabases('postgres')
  let market: Market
  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(() => market.stop())

  it('puts a push off by the same clock, so that the other one goes on with it in time', async () => {
    const database = await databases.fresh()
    let vapid: string | null = null
    const service = await startPushService(async () => vapid)
    const env = { ...database, PUSH_TRUSTED_ORIGINS: service.origin }
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(wrongDate)}`
    const wrong = startServerProcess(market, { ...env, NODE_OPTIONS })
    const right = startServerProcess(market, env)
    try {
      const bob = await signIn(await wrong.url(), 'bob')
      vapid = (await readSettings(bob)).push.key
      const phone = service.open()
      await subscribe(bob, phone)
      await right.url()
      await right.kill()
      phone.answer([503])
      const put = performance.now()
      const id = await market.offer()
      await until(async () => phone.requests() > 0)
      await wrong.kill()
      const again = startServerProcess(market, env)
      try {
        await until(async () => told(phone).includes(`offer-received:${id}`))
        // Its backoff is 5 seconds, and a lease 20: not ten minutes.
        expect(performance.now() - put).toBeLessThan(aheadMs / 2)
      } finally {
        await again.kill()
      }
      expect(service.faults).toEqual([])
    } finally {
      for (const server of [wrong, right]) await server.kill()
      await service.stop()
    }
  })
})
