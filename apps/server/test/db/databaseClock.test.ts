import { type Postgres, startPostgres } from '@parley/testkit'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabaseClock } from '../../src/db/databaseClock.ts'
import { openPool } from '../../src/db/postgres.ts'
import type { Schema } from '../../src/db/schema.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe('given a pool whose connections are all taken for seconds', () => {
  it('takes the wait for none of the database’s time', async () => {
    const types = new pg.TypeOverrides()
    types.setTypeParser(pg.types.builtins.INT8, Number)
    const log = pino({ level: 'silent' })
    const pool = openPool(await postgres.createDatabase('clock'), { connections: 1, types, log })
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    onTestFinished(() => db.destroy())
    const clock = createDatabaseClock(db)
    // It runs on this machine, so on this machine's time.
    const errorMs = async () => (await clock()) - Date.now()
    const whileTaken = async () => {
      const [, found] = await Promise.all([sql`select pg_sleep(2.5)`.execute(db), errorMs()])
      return found
    }
    expect(Math.abs(await whileTaken())).toBeLessThan(600)

    // The process's clock goes wrong, so that only what the database says can be right.
    const now = performance.now.bind(performance)
    let aheadMs = 31_000
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
    onTestFinished(() => spy.mockRestore())
    expect(Math.abs((await whileTaken()) - aheadMs)).toBeLessThan(600)
    aheadMs += 2_000
    expect(Math.abs(await errorMs())).toBeLessThan(600)
  })
})
