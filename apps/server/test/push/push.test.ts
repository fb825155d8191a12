import { ApiError } from '@parley/protocol'
import { type PushAnswer, type PushBrowser, type PushService, random, startPushService } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market, type Person } from '../given/market.ts'
import { type ServerProcess, startServerProcess } from '../given/serverProcess.ts'
import { at, type Member, open, openTablePage, refusalOf, signIn, terms } from '../given/tables.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

/** For each engine. */
const kills = Number(process.env['PUSH_KILLS'] ?? 1)

const readSettings = async ({ api, as }: Member) => api.request('inboxSettings', { query: as })
/** Waits for the index, without which the server refuses subscriptions. */
const subscribe = ({ api, as }: Member, { subscription }: PushBrowser) =>
  until(() =>
    api.request('subscribePush', { query: as, body: subscription }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 503) return null
      throw error
    }),
  )
const told = ({ received }: PushBrowser) => received.map(({ message }) => message.id)

describe.each(engines)('given a browser that takes pushes, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let server: TestServer
  let service: PushService
  let bob: Member
  let phone: PushBrowser
  beforeAll(async () => {
    let vapid: string | null = null
    service = await startPushService(async () => (vapid ??= (await readSettings(bob)).push.key))
    database = await databases.fresh()
    server = await startTestServer(market, database, { PUSH_TRUSTED_ORIGINS: service.origin })
    bob = await signIn(server.url, 'bob')
    phone = service.open()
    await subscribe(bob, phone)
  })
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })
  afterEach(() => {
    if (service.faults.length > 0) throw new Error(service.faults.join('\n'))
  })

  it('tells of an offer once, encrypted, and with no more than the short address', async () => {
    const id = await market.offer()
    const [push] = await until(async () => (phone.received.length > 0 ? phone.received : null))
    const { tag, ...message } = push?.message ?? { tag: '' }
    expect(message).toEqual({
      about: 'offer',
      needsYou: true,
      other: '0x7099…79C8',
      path: `/p2p/${id}`,
      id: `offer-received:${id}`,
    })
    expect(push).toMatchObject({ topic: tag, urgency: 'normal' })
    expect(server.log.join('\n')).not.toContain(phone.subscription.endpoint.slice(-20))
  })

  it('is urgent and short-lived for an offer of five minutes', async () => {
    const id = await market.offer({ durationS: 300 })
    const push = await until(async () => phone.received.find(({ message }) => message.id.includes(id)))
    expect(push.urgency).toBe('high')
    expect(push.ttlS).toBeLessThanOrEqual(300)
  })

  it('keeps quiet about what is switched off, read or settled, and about a table that is open', async () => {
    await bob.api.request('changeInboxSettings', { query: bob.as, body: { mute: ['offer-received'] } })
    expect((await readSettings(bob)).muted).toEqual(['offer-received'])
    const muted = await market.offer()
    await until(() => server.offer(muted))
    const alice = await signIn(server.url, 'alice')
    const [mine, his] = [await market.mint('alice'), await market.mint('bob')]
    const deal = terms({ opener: [mine], guest: [his] })
    const { tableId } = await open(alice, bob, deal)
    const first = await until(async () => phone.received.find(({ message }) => message.about === 'table'))
    expect(first.message).toMatchObject({ path: `/table/${tableId}`, needsYou: true })
    const page = await openTablePage(bob, tableId)
    await until(async () => page.here()?.guest)
    const dropped = async () =>
      /outcome="dropped"\} (\d+)/.exec(String((await server.raw('/metrics')).body['text']))?.[1]
    const before = await dropped()
    await at(alice, tableId).lay(1, terms({ opener: [mine], guest: [his], durationMinutes: 60 }), { isReady: true })
    await until(async () => page.head()?.version.number === 2)
    await until(async () => (await dropped()) !== before)
    page.leave()
    await bob.api.request('changeInboxSettings', { query: bob.as, body: { unmute: ['offer-received'] } })
    const last = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${last}`))
    expect(told(phone)).not.toContain(`offer-received:${muted}`)
    expect(told(phone).filter((id) => id.startsWith('table-answer'))).toEqual([`table-answer:${tableId}:1`])
  })

  it('waits as the service asks, and drops a push whose offer was settled while it waited', async () => {
    phone.answer([{ status: 429, retryAfter: '1' }])
    const kept = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${kept}`))
    phone.answer([{ status: 503, retryAfter: '1' }])
    const before = phone.requests()
    const settled = await market.offer()
    await until(async () => phone.requests() > before)
    await market.cancel(settled)
    const next = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${next}`))
    expect(told(phone)).not.toContain(`offer-received:${settled}`)
  })

  it('forgets a browser that is gone, and is not held up by one that hangs', async () => {
    const [gone, hanging] = [await signIn(server.url, 'bob'), await signIn(server.url, 'bob')]
    const [old, slow] = [service.open(), service.open()]
    await subscribe(gone, old)
    await subscribe(hanging, slow)
    old.answer([410])
    slow.answer(() => 'hang')
    const id = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${id}`) && slow.requests() > 0)
    await until(async () => !(await readSettings(gone)).push.isOn)
    expect((await readSettings(hanging)).push.isOn).toBe(true)
    await hanging.api.request('unsubscribePush', { query: bob.as, body: {} })
  })

  it('ends with its sign-in', async () => {
    const laptop = await signIn(server.url, 'bob')
    const browser = service.open()
    await subscribe(laptop, browser)
    await laptop.api.request('signOut', { body: { everywhere: false } })
    const id = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${id}`))
    expect(browser.requests()).toBe(0)
    expect(await refusalOf(subscribe(laptop, browser))).toBe('401 sign-in-needed')
  })

  it('takes only what can be a push service, and ten browsers of a wallet', async () => {
    const { subscription } = service.open()
    const origin = new URL(subscription.endpoint).origin
    const wrong = [
      'http://push.example/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://10.0.0.1/x',
      'https://169.254.169.254/latest',
      'https://push.example:8443/x',
      'https://user:word@push.example/x',
      `${origin.replace('127.0.0.1', 'localhost')}/x`,
      `https://push.example/${'x'.repeat(2_000)}`,
      'ftp://push.example/x',
      'nonsense',
    ]
    for (const endpoint of wrong) {
      const body = { ...subscription, endpoint }
      expect(await refusalOf(bob.api.request('subscribePush', { query: bob.as, body })), endpoint).toMatch(/^400/)
    }
    const badKey = { ...subscription, keys: { ...subscription.keys, p256dh: 'B'.repeat(87) } }
    expect(await refusalOf(bob.api.request('subscribePush', { query: bob.as, body: badKey }))).toBe('400 bad-endpoint')
    for (let count = 0; count < 10; count += 1) await subscribe(await signIn(server.url, 'bob'), service.open())
    expect((await readSettings(bob)).push.isOn).toBe(false)
    await subscribe(bob, phone)
    const flood = async () => {
      for (;;) await subscribe(bob, phone)
    }
    await expect(flood()).rejects.toBeInstanceOf(ApiError)
  })
})

describe.each(engines)('given servers that are killed, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('tells each item, and shows each once', { timeout: 1_200_000 }, async () => {
    const database = await databases.fresh()
    let vapid: string | null = null
    const service = await startPushService(async () => vapid)
    const env = { ...database, PUSH_TRUSTED_ORIGINS: service.origin, POLL_MS: '50' }
    const start = () => startServerProcess(market, env)
    let server: ServerProcess = start()
    try {
      const bob = await signIn(await server.url(), 'bob')
      vapid = (await readSettings(bob)).push.key
      const phone = service.open()
      await subscribe(bob, phone)
      const chance = random(7)
      const behaviours: readonly PushAnswer[] = [201, 201, 201, 500, { status: 429, retryAfter: '0' }]
      phone.answer(() => behaviours[Math.floor(chance() * behaviours.length)] ?? 201)
      const made: string[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        const from: Person = kill % 2 === 0 ? 'alice' : 'carol'
        made.push(await market.offer({ from, to: 'bob' }))
        const before = phone.requests()
        if (kill % 3 === 0) await until(async () => phone.requests() > before)
        await server.kill()
        made.push(await market.offer({ from, to: 'bob' }))
        server = start()
        await server.url()
      }
      phone.answer(() => 201)
      await until(async () => made.every((id) => told(phone).includes(`offer-received:${id}`)))
      const shown = phone.shown().map(({ id }) => id)
      expect(shown.toSorted()).toEqual(made.map((id) => `offer-received:${id}`).toSorted())
      expect(service.faults).toEqual([])
    } finally {
      await server.kill()
      await service.stop()
    }
  })
})
