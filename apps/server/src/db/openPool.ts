import pg from 'pg'
import type { Logger } from 'pino'

const connectTimeoutMs = 5_000

export interface PoolOptions {
  /** At most. */
  readonly connections: number
  /** How long a statement may take, and how long a transaction may wait for its next. */
  readonly statementTimeoutMs: number
  readonly types?: pg.CustomTypesConfig
  readonly log: Logger
}

/** Connections to PostgreSQL, each opened when it is needed. */
export function openPool(url: string, { connections, statementTimeoutMs, types, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    ...(types ? { types } : {}),
  })
  // A connection that breaks, in use or idle, would end the process otherwise; the next query opens another.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
