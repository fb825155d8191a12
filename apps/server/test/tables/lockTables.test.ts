import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/db/openDatabase.ts'
import { createLiveFeed } from '../../src/live/liveFeed.ts'
import { createTableLocks } from '../../src/tables/lockTables.ts'
import { givenFolder } from '../given/engines.ts'
import { until } from '../given/testServer.ts'

const creator = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

describe('given an index that is built from nothing', () => {
  const folder = givenFolder()

  /** Changes of offers as an index reports them, and what they make the locks read. */
  async function given() {
    const reads: string[] = []
    const db = await openSqlite(folder.path(`index${Math.random()}`), (database) => ({
      close: () => database.close(),
      prepare(sql) {
        if (sql.startsWith('select')) reads.push(sql)
        return database.prepare(sql)
      },
    }))
    // Those of its migrations.
    reads.length = 0
    const live = createLiveFeed()
    const nobody = () => Promise.reject(new Error('no table has an offer'))
    const locks = createTableLocks(
      { db, live, log: pino({ level: 'silent' }) },
      { find: nobody, change: nobody, refresh: nobody },
      { finder: { find: nobody }, offerNowS: () => 0 },
    )
    const publish = (from: number, count: number) =>
      live.publish(
        Array.from({ length: count }, (_, at) => {
          const offerId = `0x${(from + at).toString(16).padStart(64, '0')}` as const
          return { type: 'offer', offerId, creator, recipient } as const
        }),
      )
    return { reads, db, locks, publish }
  }

  it('asks which tables its offers concern for many offers at once', async () => {
    const { reads, db, locks, publish } = await given()
    publish(0, 3_000)
    // The first one begins at once; of the others, 500 to each of six times.
    await until(async () => reads.length >= 3 * 7)
    publish(3_000, 1)
    await until(async () => reads.length >= 3 * 8)
    expect(reads).toHaveLength(3 * 8)
    locks.close()
    await db.close()
  })

  it('asks nothing more once the server stops', async () => {
    const { reads, db, locks, publish } = await given()
    publish(0, 3_000)
    locks.close()
    await until(async () => reads.length >= 3)
    const others = 10
    for (let asked = 0; asked < others; asked += 1) await db.read.selectFrom('tables').select('id').execute()
    expect(reads).toHaveLength(3 + others)
    await db.close()
  })
})
