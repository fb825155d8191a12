import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { PostgresChoice } from '../config/serverConfig.ts'
import type { Database } from './database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { openPool } from './postgresConnections.ts'
import { postgresLeadership } from './postgresLeadership.ts'
import { postgresRelay } from './postgresRelay.ts'
import type { Schema } from './schema.ts'

const statementTimeoutMs = 15_000

/** Opens PostgreSQL with two pools, so that readers never block the indexer. */
export async function openPostgres(choice: PostgresChoice, log: Logger): Promise<Database> {
  const { url, directUrl, readers, migrates } = choice
  const reading = openPool(url, { connections: readers, statementTimeoutMs, types: numbersForInt8, log })
  const writing = openPool(url, { connections: 2, statementTimeoutMs, types: numbersForInt8, log })
  const read = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reading }) })
  const write = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: writing }) })
  const leadership = postgresLeadership(directUrl, log)
  const close = async () => {
    await leadership.close()
    await read.destroy()
    await write.destroy()
  }
  try {
    await (migrates ? migrate(write) : requireMigrated(write))
  } catch (error) {
    await close()
    throw error
  }
  const change: Database['change'] = (work) =>
    write.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${indexLock})`.execute(tx)
      return work(tx)
    })
  const load = () => ({
    connections: reading.totalCount + writing.totalCount,
    waiting: reading.waitingCount + writing.waitingCount,
  })
  return { engine: 'postgres', read, write, change, leadership, relay: postgresRelay(directUrl, log), load, close }
}

/** Advisory lock id; must be unique within this database. */
const indexLock = 43_114_001

/** Parses int8 as number, as SQLite does: block numbers and seconds stay far below 2^53. */
const numbersForInt8 = new pg.TypeOverrides()
numbersForInt8.setTypeParser(pg.types.builtins.INT8, Number)
