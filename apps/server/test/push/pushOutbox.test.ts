import { startPushService } from '@parley/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/readConfig.ts'
import { examinePush } from '../../src/doctor/examinePush.ts'
import { noteDepartures } from '../../src/inbox/departures.ts'
import { createPush } from '../../src/push/createPush.ts'
import { addToOutbox, claimEntries, dropEntry, leaseMs, postpone } from '../../src/push/pushOutbox.ts'
import { dueWallets, sweepSubscriptions } from '../../src/push/pushStore.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { openBeside, spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { readSettings, subscribe, told } from '../given/pushes.ts'
import { open, signIn, terms } from '../given/tables.ts'
import { startTestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given subscriptions of strangers by the hundred, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('keeps places for the push services of browsers, and drops notes without a subscription', async () => {
    const database = await databases.fresh()
    await (await startTestServer(market, database)).stop()
    const db = await openBeside(market, database)
    const hosts = [
      ...Array.from({ length: 60 }, (_, index) => `https://h${index}.evil.example/fcm.googleapis.com/`),
      'https://evil.example/?a.notify.windows.com/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://fcm.googleapis.com/fcm/send/x',
      'https://wns2-db5p.notify.windows.com/w/?token=x',
    ]
    try {
      const address = market.address('bob')
      const keys = { address, p256dh: 'x', auth: 'x', created_at_s: 1, vapid_key: null }
      const entry = { item: 'x', state: 'waiting' as const, attempts: 0, added_ms: 1 }
      const claimed = await db.transact(async (tx) => {
        for (const [index, endpoint] of hosts.entries()) {
          const session = endpoint
          await tx
            .insertInto('push_subscriptions')
            .values({ session, endpoint, ...keys })
            .execute()
          await tx
            .insertInto('push_outbox')
            .values({ session, next_ms: index, ...entry })
            .execute()
          await tx
            .insertInto('push_changes')
            .values({ address, note: `note ${index}` })
            .execute()
        }
        const claim = { limit: 36, busy: [], nowMs: 1_000, isBehind: false, leaseMs: 1_000 }
        const browser = await claimEntries(tx, db.engine, { ...claim, service: 'browser' })
        const other = await claimEntries(tx, db.engine, { ...claim, service: 'other', limit: 12 })
        return { browser: browser.map(({ session }) => session).toSorted(), other: other.length }
      })
      expect(claimed).toEqual({ browser: hosts.slice(-2), other: 12 })
      expect(await dueWallets(db.read, 1, 50)).toEqual([])
      await db.transact(sweepSubscriptions)
      expect(await db.read.selectFrom('push_changes').select('note').execute()).toEqual([])
    } finally {
      await db.close()
    }
  })
})

describe.each(engines)('given a server whose index is behind the chain, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('tells of tables at once, and of offers when it has caught up', async () => {
    const database = await databases.fresh()
    let vapid: string | null = null
    const service = await startPushService(async () => vapid)
    const env = { PUSH_TRUSTED_ORIGINS: service.origin }
    const server = await startTestServer(market, database, env)
    // Bob is to be told of nothing that was there before he subscribes.
    await server.indexer.catchUp()
    const [alice, bob] = [await signIn(server.url, 'alice'), await signIn(server.url, 'bob')]
    vapid = (await readSettings(bob)).push.key
    const phone = service.open()
    await subscribe(bob, phone)
    phone.answer(() => 503)
    const offer = `offer-received:${await market.offer()}`
    const [mine, his] = [await market.mint('alice'), await market.mint('bob')]
    const { tableId } = await open(alice, bob, terms({ opener: [mine], guest: [his] }))
    const table = `table-answer:${tableId}:1`
    const db = await openBeside(market, database)
    let chainS: number | null = null
    const config = readConfig({
      ...database,
      ...env,
      DEPLOYMENT_FILE: market.deploymentFile,
      RPC_URLS: market.chain.url,
    })
    try {
      const waiting = async () => {
        const all = db.read.selectFrom('push_outbox').select('item').where('state', '=', 'waiting')
        return (await all.execute()).map(({ item }) => item)
      }
      await until(async () => (await waiting()).length === 2)
      await server.stop()
      phone.answer([])
      await db.write.updateTable('push_outbox').set({ next_ms: 0 }).execute()
      const push = createPush({ config, db, log: pino({ level: 'silent' }), chainTimeS: () => chainS })
      push.kick()
      await until(async () => told(phone).includes(table))
      await until(async () => (await waiting()).length === 1)
      expect(told(phone)).toEqual([table])
      // The offer's wasn't claimed: each time would derive its whole inbox, and write.
      const due = db.read.selectFrom('push_outbox').select('next_ms').where('item', '=', offer)
      expect(await due.execute()).toEqual([{ next_ms: 0 }])
      chainS = Math.floor(Date.now() / 1000)
      await until(async () => told(phone).includes(offer))
      await push.close()
    } finally {
      await db.close()
      await service.stop()
    }
  })
})

describe.each(engines)('given an entry that servers took and lost, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('is put off longer only by what its push service answers', async () => {
    const database = await databases.fresh()
    await (await startTestServer(market, database)).stop()
    const db = await openBeside(market, database)
    try {
      const take = (nowMs: number) =>
        db.transact((tx) =>
          claimEntries(tx, db.engine, { service: 'other', limit: 9, busy: [], nowMs, isBehind: false, leaseMs: 1_000 }),
        )
      await db.transact((tx) => addToOutbox(tx, { sessions: ['s'], items: ['x'], state: 'waiting', nowMs: 0 }))
      expect(await take(0)).toMatchObject([{ failures: 0 }])
      expect(await take(999)).toEqual([])
      const [taken] = await take(1_000)
      if (!taken) throw new Error('the lease has not ended')
      expect(taken.failures).toBe(0)
      await db.transact((tx) => postpone(tx, taken, 5_000))
      expect(await take(5_000)).toMatchObject([{ failures: 1 }])
    } finally {
      await db.close()
    }
  })
})

describe.each(engines)('given a push about a moved NFT that is back, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('is not dropped where the NFT leaves again at this moment', async () => {
    const database = await databases.fresh()
    const server = await startTestServer(market, database)
    const [offered, requested] = [await market.mint('alice'), await market.mint('bob')]
    const id = await market.offerOf('alice', [offered], [requested])
    await server.indexer.catchUp()
    await server.stop()
    const db = await openBeside(market, database)
    try {
      const item = `nft-moved:${id}`
      const ofAlice = { endpoint: 'https://push.example', address: market.address('alice') }
      const keys = { p256dh: 'x', auth: 'x', created_at_s: 1, vapid_key: null }
      await db.write
        .insertInto('push_subscriptions')
        .values({ session: 's', ...ofAlice, ...keys })
        .execute()
      await db.transact((tx) => addToOutbox(tx, { sessions: ['s'], items: [item], state: 'waiting', nowMs: 0 }))
      const claim = { service: 'other' as const, limit: 1, busy: [], isBehind: false, leaseMs }
      const take = async (nowMs: number) => {
        const [entry] = await db.transact((tx) => claimEntries(tx, db.engine, { ...claim, nowMs }))
        if (!entry) throw new Error('nothing is due')
        return entry
      }
      const state = async () => (await db.read.selectFrom('push_outbox').select('state').execute())[0]?.state

      const first = await take(0)
      const away = { ...requested, from: market.address('bob'), to: market.address('carol'), block: 1_000_000 }
      await db.transact((tx) => noteDepartures(tx, [away], [market.escrow.address]))
      await dropEntry(db.write, first)
      expect(await state()).toBe('waiting')

      await dropEntry(db.write, await take(leaseMs))
      expect(await state()).toBe('dropped')
    } finally {
      await db.close()
    }
  })
})

describe.each(engines)('given two servers that push to one browser, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('leaves an entry to the server that is sending it, when the other is put off', async () => {
    const database = await databases.fresh()
    await (await startTestServer(market, database)).stop()
    const db = await openBeside(market, database)
    try {
      const claim = { service: 'other' as const, limit: 1, busy: [], isBehind: false, leaseMs }
      const take = (nowMs: number) => db.transact((tx) => claimEntries(tx, db.engine, { ...claim, nowMs }))
      await db.transact((tx) => addToOutbox(tx, { sessions: ['s'], items: ['x'], state: 'waiting', nowMs: 0 }))
      expect(await take(0)).toMatchObject([{ item: 'x' }])
      await db.transact((tx) => addToOutbox(tx, { sessions: ['s'], items: ['y'], state: 'waiting', nowMs: 1 }))
      const [other] = await take(1)
      if (!other) throw new Error('nothing was due')
      await db.transact((tx) => postpone(tx, other, 5_000))
      const rows = db.read.selectFrom('push_outbox').select(['item', 'next_ms']).orderBy('item')
      expect(await rows.execute()).toEqual([
        { item: 'x', next_ms: leaseMs },
        { item: 'y', next_ms: 5_000 },
      ])
      // The other's lease has ended, and its entry is sent by the first.
      await take(5_000)
      await db.transact((tx) => postpone(tx, other, 6_000))
      expect(await rows.execute()).toContainEqual({ item: 'y', next_ms: 5_000 + leaseMs })
    } finally {
      await db.close()
    }
  })
})

describe.each(engines)('given a browser whose subscription ended, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('gets what its end has held, although a server that knows no ends has renewed it', async () => {
    const database = await databases.fresh()
    let vapid: string | null = null
    const service = await startPushService(async () => vapid)
    const server = await startTestServer(market, database, { PUSH_TRUSTED_ORIGINS: service.origin })
    await server.indexer.catchUp()
    try {
      const bob = await signIn(server.url, 'bob')
      vapid = (await readSettings(bob)).push.key
      const [old, renewed] = [service.open(), service.open()]
      await subscribe(bob, old)
      old.answer([410])
      const item = `offer-received:${await market.offer()}`
      await until(async () => (await readSettings(bob)).push.isEnded)
      const { endpoint, keys } = renewed.subscription
      // What such a server writes, as `addSubscription` of earlier versions did.
      await spoil(market, database, async (tx) => {
        const row = { endpoint, ...keys, created_at_s: Math.floor(Date.now() / 1000) + 1 }
        await tx.updateTable('push_subscriptions').set(row).execute()
        await tx.updateTable('push_wallets').set({ due_s: 0 }).execute()
      })
      await until(async () => told(renewed).includes(item))
      expect(told(renewed).filter((one) => one === item)).toHaveLength(1)
    } finally {
      await server.stop()
      await service.stop()
    }
  })
})

describe.each(engines)('given a push that has waited for two hours, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('is what the doctor warns of', async () => {
    const database = await databases.fresh()
    const db = await openBeside(market, database)
    try {
      const nowMs = (await db.nowMs()) - 2 * 3_600_000
      await db.transact((tx) => addToOutbox(tx, { sessions: ['s'], items: ['x'], state: 'waiting', nowMs }))
      const config = readConfig({ ...database, DEPLOYMENT_FILE: market.deploymentFile, RPC_URLS: market.chain.url })
      expect(await examinePush(config, null)).toMatchObject({
        state: 'warning',
        words: expect.stringContaining('waited for 120 minutes'),
      })
    } finally {
      await db.close()
    }
  })
})
