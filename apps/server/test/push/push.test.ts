import { createECDH } from 'node:crypto'
import type { OfferId } from '@parley/domain'
import { ApiError } from '@parley/protocol'
import { type PushAnswer, type PushBrowser, type PushService, startPushService } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { openBeside, spoil } from '../given/indexTables.ts'
import { addToOutbox, leaseMs } from '../../src/push/pushOutbox.ts'
import { openMarket, type Market } from '../given/market.ts'
import { readSettings, servePhone, subscribe, told, waitingPushes } from '../given/pushes.ts'
import { at, type Member, open, openTablePage, refusalOf, signIn, terms } from '../given/tables.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

const dayS = 24 * 60 * 60

describe.each(engines)('given a browser that takes pushes, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let server: TestServer
  let service: PushService
  let bob: Member
  let phone: PushBrowser
  let stop: () => Promise<void>
  beforeAll(async () => {
    database = await databases.fresh()
    ;({ server, bob, service, phone, stop } = await servePhone(market, database, 'bob'))
  })
  afterAll(() => stop())
  afterEach(() => {
    if (service.faults.length > 0) throw new Error(service.faults.join('\n'))
  })

  const dropped = async () => /outcome="dropped"\} (\d+)/.exec(String((await server.raw('/metrics')).body['text']))?.[1]

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

  /** Makes what waits for a browser due, as if the time between had passed. */
  const pass = (browser: PushBrowser, ms: number) =>
    spoil(market, database, async (tx) => {
      const { session } = await tx
        .selectFrom('push_subscriptions')
        .select('session')
        .where('endpoint', '=', browser.subscription.endpoint)
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('push_outbox')
        .set((eb) => ({ next_ms: eb('next_ms', '-', ms), added_ms: eb('added_ms', '-', ms) }))
        .where('session', '=', session)
        .where('state', '=', 'waiting')
        .execute()
    })

  /** Changes an offer whose push was put off for ten minutes. Lets them pass, and waits until the push is dropped. */
  const changeMeanwhile = async (change: (id: OfferId) => Promise<unknown>) => {
    const beside = await openBeside(market, database)
    try {
      phone.answer(() => ({ status: 503, retryAfter: '600' }))
      const id = await market.offer()
      const item = `offer-received:${id}`
      const { session } = await beside.read
        .selectFrom('push_subscriptions')
        .select('session')
        .where('endpoint', '=', phone.subscription.endpoint)
        .executeTakeFirstOrThrow()
      const entry = () =>
        beside.read
          .selectFrom('push_outbox')
          .select(['state', 'attempts'])
          .where('session', '=', session)
          .where('item', '=', item)
          .executeTakeFirst()
      await until(async () => ((await entry())?.attempts ?? 0) > 0)
      await change(id)
      phone.answer([])
      await pass(phone, 600_000)
      await until(async () => (await entry())?.state !== 'waiting')
      expect((await entry())?.state).toBe('dropped')
      expect(told(phone)).not.toContain(item)
    } finally {
      await beside.close()
    }
  }

  it('keeps quiet about what is switched off, and about what is read at an open table, but not for long', async () => {
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
    const before = await dropped()
    const wait = (count: number) => until(async () => (await waitingPushes(server)) === count)
    const lay = async (version: number) => {
      // The server notes a push only after it was sent.
      await wait(0)
      const durationMinutes = version === 1 ? 60 : 1440
      await at(alice, tableId).lay(version, terms({ opener: [mine], guest: [his], durationMinutes }), { isReady: true })
      await until(async () => page.head()?.version.number === version + 1)
      await wait(1)
    }
    await lay(1)
    await bob.api.request('readInbox', { query: bob.as, body: { ids: [`table-answer:${tableId}:2`] } })
    await pass(phone, 15_000)
    await until(async () => (await dropped()) !== before)
    // A forgotten tab: the table is open, and its user is away.
    await lay(2)
    await pass(phone, 15_000)
    await until(async () => told(phone).includes(`table-answer:${tableId}:3`))
    page.leave()
    await bob.api.request('changeInboxSettings', { query: bob.as, body: { unmute: ['offer-received'] } })
    const last = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${last}`))
    expect(told(phone)).not.toContain(`offer-received:${muted}`)
    const answers = [1, 3].map((version) => `table-answer:${tableId}:${version}`)
    expect(told(phone).filter((id) => id.startsWith('table-answer'))).toEqual(answers)
  })

  it('waits as the service asks, and drops a push whose offer was settled while it waited', async () => {
    phone.answer([{ status: 429, retryAfter: '1' }])
    const kept = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${kept}`))
    await changeMeanwhile(async (id) => {
      await market.cancel(id)
      await until(async () => (await server.offer(id))?.isActive === false)
    })
    const next = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${next}`))
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

  it('keeps what came between the end of a subscription and its renewal', async () => {
    const laptop = await signIn(server.url, 'bob')
    const [old, renewed] = [service.open(), service.open()]
    await subscribe(laptop, old)
    old.answer([410])
    const refused = await market.offer()
    await until(async () => (await readSettings(laptop)).push.isEnded)
    await spoil(market, database, async (tx) => {
      const held = tx.selectFrom('push_outbox').select('next_ms').where('state', '=', 'held')
      const { next_ms: leasedMs } = await held.executeTakeFirstOrThrow()
      // The clock of PostgreSQL, which the server knows but roughly after a slow first answer.
      expect(leasedMs).toBeLessThan(Date.now() + leaseMs / 2)
    })
    const between = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${between}`))
    expect(old.requests()).toBe(1)
    await subscribe(laptop, renewed)
    const items = [refused, between].map((id) => `offer-received:${id}`)
    await until(async () => items.every((item) => told(renewed).includes(item)))
    expect((await readSettings(laptop)).push).toMatchObject({ isOn: true, isEnded: false })
    expect(told(renewed)).toHaveLength(2)
    await laptop.api.request('unsubscribePush', { query: bob.as, body: {} })
  })

  it.each([400, 410, { status: 429, retryAfter: '600' }])(
    'goes on at a renewed endpoint, although the old one answers %j after the renewal',
    async (late) => {
      const laptop = await signIn(server.url, 'bob')
      const [old, renewed] = [service.open(), service.open()]
      const { promise, resolve } = Promise.withResolvers<PushAnswer>()
      await subscribe(laptop, old)
      old.answer(() => promise)
      const item = `offer-received:${await market.offer()}`
      await until(async () => old.requests() > 0)
      await subscribe(laptop, renewed)
      resolve(late)
      await until(async () => told(renewed).includes(item))
      await laptop.api.request('unsubscribePush', { query: bob.as, body: {} })
    },
  )

  it('keeps a reminder that another server has put into the outbox, until chain time reaches it here too', async () => {
    const id = await market.offer({ durationS: 2 * dayS })
    await until(async () => told(phone).includes(`offer-received:${id}`))
    await spoil(market, database, async (tx) => {
      const { session } = await tx
        .selectFrom('push_subscriptions')
        .select('session')
        .where('endpoint', '=', phone.subscription.endpoint)
        .executeTakeFirstOrThrow()
      const items = [`expires-in-day:${id}`]
      await addToOutbox(tx, { sessions: [session], items, state: 'waiting', nowMs: Date.now() })
    })
    // The server goes through its outbox in between, where the reminder is the first.
    const other = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${other}`))
    expect(told(phone)).not.toContain(`expires-in-day:${id}`)
    await market.wait(dayS + 1)
    await until(async () => told(phone).includes(`expires-in-day:${id}`))
  })

  it('drops what was read or switched off while it waited, though its offer is open', async () => {
    await changeMeanwhile((id) =>
      bob.api.request('readInbox', { query: bob.as, body: { ids: [`offer-received:${id}`] } }),
    )
    await changeMeanwhile(() =>
      bob.api.request('changeInboxSettings', { query: bob.as, body: { mute: ['offer-received'] } }),
    )
    await bob.api.request('changeInboxSettings', { query: bob.as, body: { unmute: ['offer-received'] } })
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

  it('ends when its sign-in expires', async () => {
    const carol = await signIn(server.url, 'carol')
    const browser = service.open()
    await subscribe(carol, browser)
    await spoil(market, database, (tx) =>
      tx.updateTable('sessions').set({ expires_at_s: 1 }).where('address', '=', carol.address).execute(),
    )
    await market.offer({ to: 'carol' })
    const id = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${id}`))
    expect(browser.requests()).toBe(0)
  })

  it('ends on every device with a sign-out everywhere', async () => {
    const devices = [await signIn(server.url, 'carol'), await signIn(server.url, 'carol')]
    const browsers = devices.map(() => service.open())
    for (const [index, browser] of browsers.entries()) await subscribe(devices[index] ?? bob, browser)
    await devices[0]?.api.request('signOut', { body: { everywhere: true } })
    await market.offer({ to: 'carol' })
    const id = await market.offer()
    await until(async () => told(phone).includes(`offer-received:${id}`))
    expect(browsers.map((browser) => browser.requests())).toEqual([0, 0])
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

describe.each(engines)('given two servers of one database where there can be two, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('tells each item once, and of a reminder when chain time reaches it', async () => {
    const database = await databases.fresh()
    let vapid: string | null = null
    const service = await startPushService(async () => vapid)
    const env = { PUSH_TRUSTED_ORIGINS: service.origin }
    const servers = [await startTestServer(market, database, env)]
    if (engine === 'postgres') servers.push(await startTestServer(market, database, env))
    try {
      const bob = await signIn(servers[0]?.url ?? '', 'bob')
      vapid = (await readSettings(bob)).push.key
      const phone = service.open()
      await subscribe(bob, phone)
      const made: string[] = []
      for (let count = 0; count < 4; count += 1) made.push(await market.offer({ durationS: 2 * dayS }))
      await until(async () => phone.received.length >= made.length)
      await market.wait(dayS + 1)
      await until(async () => phone.received.length >= 2 * made.length)
      const last = await market.offer()
      await until(async () => told(phone).includes(`offer-received:${last}`))
      const expected = made.flatMap((id) => [`offer-received:${id}`, `expires-in-day:${id}`])
      expect(told(phone).toSorted()).toEqual([...expected, `offer-received:${last}`].toSorted())
      expect(service.faults).toEqual([])
    } finally {
      for (const server of servers) await server.stop()
      await service.stop()
    }
  })
})

describe.each(engines)('given a server that starts with another VAPID key, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('ends the subscriptions of the old one, says so, and takes new ones', async () => {
    const database = await databases.fresh()
    const service = await startPushService(async () => null)
    const env = { PUSH_TRUSTED_ORIGINS: service.origin }
    const pair = createECDH('prime256v1')
    const [PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY] = [pair.generateKeys('base64url'), pair.getPrivateKey('base64url')]
    const before = await startTestServer(market, database, env)
    await subscribe(await signIn(before.url, 'bob'), service.open())
    await before.stop()
    const after = await startTestServer(market, database, { ...env, PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY })
    try {
      await until(async () =>
        after.log.some((line) => line.includes('another VAPID key') && line.includes('"ended":1')),
      )
      const bob = await signIn(after.url, 'bob')
      await subscribe(bob, service.open())
      expect((await readSettings(bob)).push).toEqual({ key: PUSH_PUBLIC_KEY, isOn: true, isEnded: false })
    } finally {
      await after.stop()
      await service.stop()
    }
  })
})
