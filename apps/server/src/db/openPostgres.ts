import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { postgresLeadership } from './postgresLeadership.ts'
import { postgresRelay } from './postgresRelay.ts'
import type { Schema } from './schema.ts'

const connectTimeoutMs = 5_000
const statementTimeoutMs = 15_000

/** Opens PostgreSQL with two pools, so that many readers never keep the indexer from writing. */
export async function openPostgres(url: string, log: Logger): Promise<Database> {
  const reading = connect(url, { connections: 10, log })
  const writing = connect(url, { connections: 2, log })
  const read = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reading }) })
  const write = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: writing }) })
  const leadership = postgresLeadership(url, log)
  const close = async () => {
    await leadership.close()
    await read.destroy()
    await write.destroy()
  }
  try {
    await migrate(write)
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
  return { engine: 'postgres', read, write, change, leadership, relay: postgresRelay(url, log), load, close }
}

/** Any number that nobody else locks in this database. */
const indexLock = 43_114_001

function connect(url: string, { connections, log }: { connections: number; log: Logger }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    types: numbersForInt8,
  })
  // A connection that breaks, in use or idle, would end the process otherwise; the next query opens another.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** Block numbers and seconds stay far below 2^53, so eight-byte integers are read as numbers here as SQLite reads them. */
const numbersForInt8 = new pg.TypeOverrides()
numbersForInt8.setTypeParser(pg.types.builtins.INT8, Number)
