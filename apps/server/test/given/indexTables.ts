import { SqliteError } from 'better-sqlite3'
import { pino } from 'pino'
import { readConfig } from '../../src/config/readConfig.ts'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import type { OffersTable, Schema } from '../../src/db/schema.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import type { DatabaseEnv } from './engines.ts'
import type { Market } from './market.ts'
import { until } from './testServer.ts'

/** Opens a server's database beside it, to look at what it stored. */
export async function openBeside(market: Pick<Market, 'deploymentFile'>, database: DatabaseEnv): Promise<Database> {
  const { deploymentFile } = market
  const config = readConfig({ ...database, DEPLOYMENT_FILE: deploymentFile, RPC_URLS: 'http://127.0.0.1:9' })
  return openDatabase(config.database, pino({ level: 'silent' }))
}

/**
 * Changes a server's database beside it. SQLite waits for a lock by blocking its thread, and here the server that holds the lock
 * runs in the same thread: so it does not wait at all, and the change is tried again once the server has gone on.
 */
export async function spoil(
  market: Pick<Market, 'deploymentFile'>,
  database: DatabaseEnv,
  change: (tx: Transaction<Schema>) => Promise<unknown>,
): Promise<void> {
  const db = await openBeside(market, database)
  try {
    if (db.engine === 'sqlite') await sql`pragma busy_timeout = 0`.execute(db.write)
    await until(async () => {
      try {
        await db.write.transaction().execute(change)
        return true
      } catch (error) {
        if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
        throw error
      }
    })
  } finally {
    await db.close()
  }
}

/** All that the index holds of offers, in one order on both engines. */
export async function offerRows(db: Database): Promise<readonly Selectable<OffersTable>[]> {
  const rows = await db.read.selectFrom('offers').selectAll().execute()
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
