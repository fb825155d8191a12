import pg from 'pg'
import type { Client } from 'pg'
import type { Logger } from 'pino'

const connectTimeoutMs = 5_000

interface PoolOptions {
  /** At most. */
  readonly connections: number
  /** Limits a statement's run time and a transaction's idle time. */
  readonly statementTimeoutMs: number
  readonly types?: pg.CustomTypesConfig
  readonly log: Logger
}

/** A PostgreSQL connection pool that connects on demand. */
export function openPool(url: string, { connections, statementTimeoutMs, types, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    ...(types ? { types } : {}),
  })
  // Without a listener a broken connection would end the process. The next query opens another.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** Time limit for closing a connection to an unresponsive database. */
const goodbyeTimeoutMs = 2_000

/** Closes a connection, ignoring the errors that a broken one raises. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeTimeoutMs)
  try {
    await client.end()
  } catch {
    // Closed either way.
  } finally {
    clearTimeout(timer)
  }
}
