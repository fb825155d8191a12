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

  it('asks which tables its offers concern for many offers at once', async () => {
    const reads: string[] = []
    const db = await openSqlite(folder.path('index'), (database) => ({
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
    const offer = (number: number) => {
      const offerId = `0x${number.toString(16).padStart(64, '0')}` as const
      return { type: 'offer', offerId, creator, recipient } as const
    }
    live.publish(Array.from({ length: 3_000 }, (_, number) => offer(number)))
    // The first one begins at once; of the others, 500 to each of six times.
    await until(async () => reads.length >= 3 * 7)
    live.publish([offer(3_000)])
    await until(async () => reads.length >= 3 * 8)
    expect(reads).toHaveLength(3 * 8)
    locks.close()
    await db.close()
  })
})
