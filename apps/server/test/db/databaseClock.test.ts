import { type Postgres, startPostgres } from '@parley/testkit'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabaseClock } from '../../src/db/databaseClock.ts'
import type { Schema } from '../../src/db/schema.ts'

/** Clocks that count milliseconds, and the system's, which may be set a little. */
const grainMs = 100

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe('given a pool whose connections are all taken for seconds', () => {
  it('takes the wait for none of the database’s time', async () => {
    const types = new pg.TypeOverrides()
    types.setTypeParser(pg.types.builtins.INT8, Number)
    // Without a limit to the wait for a connection.
    const pool = new pg.Pool({ connectionString: await postgres.createDatabase('clock'), max: 1, types })
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    onTestFinished(() => db.destroy())
    const clock = createDatabaseClock(db)
    /** How wrong the clock is, and how wrong it may be: by as much as the look took beyond its wait. */
    const look = async (waitMs = 0) => {
      const startMs = Date.now()
      // The database runs on this machine, so on this machine's time.
      const errorMs = (await clock()) - Date.now()
      return { errorMs, doubtMs: Date.now() - startMs - waitMs + grainMs }
    }
    const whileTaken = async () => {
      const [, found] = await Promise.all([sql`select pg_sleep(2.5)`.execute(db), look(2_500)])
      return found
    }
    const first = await whileTaken()
    expect(Math.abs(first.errorMs)).toBeLessThan(first.doubtMs)

    // The process's clock goes wrong, so that only what the database says can be right.
    const now = performance.now.bind(performance)
    let aheadMs = 31_000
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
    onTestFinished(() => spy.mockRestore())
    const second = await whileTaken()
    expect(Math.abs(second.errorMs - aheadMs)).toBeLessThan(first.doubtMs + second.doubtMs)
    aheadMs += 2_000
    let last = await look()
    // A slow answer counts for nothing again.
    while (last.doubtMs > 1_000) {
      aheadMs += 31_000
      last = await look()
    }
    expect(Math.abs(last.errorMs)).toBeLessThan(last.doubtMs)
  })
})
