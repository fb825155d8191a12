import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { databaseChoice } from '../../src/config/readConfig.ts'
import { openDatabase, openSqlite } from '../../src/db/openDatabase.ts'
import {
  addToOutbox,
  claimEntries,
  hasDueEntries,
  leaseMs,
  outboxLength,
  releaseHeld,
  unknownItems,
} from '../../src/push/pushOutbox.ts'
import { addSubscription, holdWallet, markGone, subscriptionState } from '../../src/push/pushStore.ts'
import { askPostgres, engines, ownDatabases, givenFolder } from '../given/engines.ts'
import { until } from '../given/testServer.ts'

/** Ten thousand in `test:full`. */
const subscriptions = Number(process.env['SUBSCRIPTIONS'] ?? 300)
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

describe('given one wallet that subscribes without end', () => {
  const folder = givenFolder()

  it(`keeps the ten latest of ${subscriptions} browsers, with their outbox, and leaves others alone`, async () => {
    const db = await openSqlite(folder.path())
    const subscribe = (address: typeof alice | typeof bob, count: number) =>
      db.transact((tx) =>
        addSubscription(tx, db.engine, {
          session: `${address} ${count}`,
          address,
          subscription: { endpoint: `https://push.example/${address}/${count}`, keys: { p256dh: 'B', auth: 'A' } },
          vapidKey: 'key',
          known: ['offer-received:0x1', 'expired:0x2'],
          nowMs: count * 1_000,
        }),
      )
    try {
      await subscribe(bob, 0)
      for (let count = 1; count <= subscriptions; count += 1) await subscribe(alice, count)
      const latest = Array.from({ length: 10 }, (_, at) => `${alice} ${subscriptions - at}`)
      const sessionsIn = async (table: 'push_subscriptions' | 'push_outbox') =>
        new Set((await db.read.selectFrom(table).select('session').execute()).map(({ session }) => session))
      expect(await sessionsIn('push_subscriptions')).toEqual(new Set([`${bob} 0`, ...latest]))
      expect(await sessionsIn('push_outbox')).toEqual(new Set([`${bob} 0`, ...latest]))
    } finally {
      await db.close()
    }
  })
})

describe.each(engines)('given a subscription that its push service has ended, over %s', (engine) => {
  const databases = ownDatabases(engine)
  const endpointOf = (name: string) => `https://push.example/${name}`
  async function openWith() {
    const database = await databases.fresh()
    const db = await openDatabase(databaseChoice(database), pino({ level: 'silent' }))
    const subscribe = (session: string, endpoint: string, { nowMs = 1_000, known = [] as string[] } = {}) =>
      db.transact((tx) =>
        addSubscription(tx, db.engine, {
          session,
          address: alice,
          subscription: { endpoint: endpointOf(endpoint), keys: { p256dh: 'B', auth: 'A' } },
          vapidKey: 'key',
          known,
          nowMs,
        }),
      )
    const end = (session: string) => db.transact((tx) => markGone(tx, session))
    return { database, db, subscribe, end }
  }

  it('stays ended while a browser gives the same endpoint back, at whichever sign-in', async () => {
    const { db, subscribe, end } = await openWith()
    try {
      await subscribe('first', 'old')
      await end('first')
      await subscribe('first', 'old', { nowMs: 5_000 })
      expect(await subscriptionState(db.read, 'first')).toEqual({ isOn: false, isEnded: true })
      await subscribe('second', 'old', { nowMs: 9_000 })
      expect(await subscriptionState(db.read, 'second')).toEqual({ isOn: false, isEnded: true })
      await subscribe('second', 'new')
      expect(await subscriptionState(db.read, 'second')).toEqual({ isOn: true, isEnded: false })
    } finally {
      await db.close()
    }
  })

  it('holds its pushes where no server looks at them, until it is renewed', async () => {
    const { db, subscribe, end } = await openWith()
    const outbox = () => db.read.selectFrom('push_outbox').select(['item', 'state', 'next_ms']).execute()
    try {
      await subscribe('first', 'old')
      const rows = { sessions: ['first'], state: 'waiting' as const, nowMs: 1 }
      await db.transact((tx) => addToOutbox(tx, { ...rows, items: ['one', 'two'] }))
      expect(await hasDueEntries(db.read, { nowMs: 9, isBehind: false })).toBe(true)
      await end('first')
      // They are outside of the index of what waits.
      expect((await outbox()).map(({ state }) => state)).toEqual(['held', 'held'])
      expect(await hasDueEntries(db.read, { nowMs: 9, isBehind: false })).toBe(false)
      expect((await outboxLength(db.read)).entries).toBe(0)
      // A look that read the subscription before its end takes it for a living one.
      await db.transact((tx) => releaseHeld(tx, ['first'], 9))
      expect((await outbox()).map(({ state }) => state)).toEqual(['held', 'held'])
      await subscribe('first', 'new', { nowMs: 5_000 })
      expect(await outbox()).toEqual(['one', 'two'].map((item) => ({ item, state: 'waiting', next_ms: 5_000 })))
    } finally {
      await db.close()
    }
  })

  it('is renewed without taking an entry from the server that is sending it, or leaving one to a long wait', async () => {
    const { db, subscribe, end } = await openWith()
    const outbox = () => db.read.selectFrom('push_outbox').select(['item', 'next_ms']).orderBy('item').execute()
    try {
      await subscribe('first', 'old')
      const rows = { sessions: ['first'], state: 'waiting' as const }
      await db.transact((tx) => addToOutbox(tx, { ...rows, items: ['sent now'], nowMs: 1_000 }))
      const claim = { service: 'other' as const, limit: 9, busy: [], nowMs: 1_000, isBehind: false, leaseMs }
      expect(await db.transact((tx) => claimEntries(tx, db.engine, claim))).toHaveLength(1)
      await db.transact((tx) => addToOutbox(tx, { ...rows, items: ['put off'], nowMs: 1_800_000 }))
      await subscribe('first', 'new', { nowMs: 5_000 })
      expect(await outbox()).toEqual([
        { item: 'put off', next_ms: 5_000 + leaseMs },
        { item: 'sent now', next_ms: 1_000 + leaseMs },
      ])
      // Nor where it was held in between.
      await end('first')
      await subscribe('first', 'newer', { nowMs: 6_000 })
      expect(await outbox()).toContainEqual({ item: 'sent now', next_ms: 1_000 + leaseMs })
    } finally {
      await db.close()
    }
  })

  it('is live again once a server that knows no ends has renewed it', async () => {
    const { db, subscribe, end } = await openWith()
    try {
      await subscribe('first', 'old')
      await end('first')
      const renewed = { endpoint: endpointOf('new'), created_at_s: 5 }
      await db.write.updateTable('push_subscriptions').set(renewed).where('session', '=', 'first').execute()
      expect(await subscriptionState(db.read, 'first')).toEqual({ isOn: true, isEnded: false })
      expect((await db.transact((tx) => holdWallet(tx, db.engine, alice)))?.ended).toEqual(new Set())
      await subscribe('second', 'new', { nowMs: 9_000 })
      expect(await subscriptionState(db.read, 'second')).toEqual({ isOn: true, isEnded: false })
    } finally {
      await db.close()
    }
  })

  it('is renewed without taking what no look has seen yet for told', async () => {
    const { db, subscribe, end } = await openWith()
    const unseen = () => db.transact((tx) => unknownItems(tx, 'first', ['one', 'two']))
    try {
      await subscribe('first', 'old', { known: ['one'] })
      await end('first')
      await subscribe('first', 'new', { known: ['one', 'two'] })
      expect(await unseen()).toEqual(['two'])
      await subscribe('first', 'new', { known: ['one', 'two'] })
      expect(await unseen()).toEqual(['two'])
    } finally {
      await db.close()
    }
  })

  it('stays ended where it is given back while a server notes its end', async () => {
    const { database, db, subscribe } = await openWith()
    try {
      await subscribe('first', 'old')
      const { promise: subscribed, resolve } = Promise.withResolvers<unknown>()
      await db.transact(async (tx) => {
        await markGone(tx, 'first')
        resolve(subscribe('first', 'old'))
        const waiting = 'select 1 from pg_locks where not granted'
        // SQLite has one transaction at a time.
        if (engine === 'postgres')
          await until(async () => (await askPostgres(database.DATABASE_URL, waiting)).length > 0)
      })
      await subscribed
      expect(await subscriptionState(db.read, 'first')).toEqual({ isOn: false, isEnded: true })
    } finally {
      await db.close()
    }
  })
})
