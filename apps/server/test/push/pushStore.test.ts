import { describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/db/openDatabase.ts'
import { addSubscription } from '../../src/push/pushStore.ts'
import { givenFolder } from '../given/engines.ts'

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
        addSubscription(tx, {
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
