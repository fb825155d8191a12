import { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { PostgresChoice } from '../config/serverConfig.ts'
import { ifSilent } from '../lib/async.ts'
import type { Database, Leadership, Relay } from './database.ts'
import { createDatabaseClock } from './databaseClock.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { openReplicas } from './replicas.ts'
import type { Schema } from './schema.ts'

const connectTimeoutMs = 5_000
const queryTimeoutMs = 5_000
const statementTimeoutMs = 15_000
/** After as long without a packet, the system examines a connection. */
const silenceMs = 5_000

/** Advisory lock ids; unique within this database. */
const indexLock = 43_114_001
export const leaderLock = 43_114_002
/** A leader whose session was cut without a word learns of it after this time and that of a query. */
const confirmEveryMs = 5_000

/** Parses int8 as number, as SQLite does: block numbers and seconds stay far below 2^53. */
const numbersForInt8 = new pg.TypeOverrides()
numbersForInt8.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens PostgreSQL with two pools, so that readers never block the indexer. Each read replica has another. */
export async function openPostgres(choice: PostgresChoice, log: Logger): Promise<Database> {
  const { url, directUrl, readUrls, readers, migrates } = choice
  const openReaders = (at: string) =>
    openPool(at, { connections: readers, statementTimeoutMs, types: numbersForInt8, log })
  const reading = openReaders(url)
  const writing = openPool(url, { connections: 2, statementTimeoutMs, types: numbersForInt8, log })
  const read = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reading }) })
  const write = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: writing }) })
  const standbys = readUrls.map((at) => ({
    reading: openReaders(at),
    watching: openPool(at, { connections: 1, statementTimeoutMs, log }),
  }))
  const replicas = openReplicas(standbys, reading, log)
  const readIndex =
    readUrls.length === 0 ? read : new Kysely<Schema>({ dialect: new PostgresDialect({ pool: replicas.pool }) })
  const leadership = postgresLeadership(directUrl, log)
  const close = async () => {
    await leadership.close()
    await replicas.close()
    await read.destroy()
    await write.destroy()
  }
  try {
    await (migrates ? migrateUnhurried(directUrl, log) : requireMigrated(write))
  } catch (error) {
    await close()
    throw error
  }
  const change: Database['change'] = async (work) => {
    const changed = await write.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${indexLock})`.execute(tx)
      return work(tx)
    })
    await replicas.caughtUp()
    return changed
  }
  // From the requests' pool: a transaction of the index, which may take long, keeps the other one.
  const transact: Database['transact'] = (work) => read.transaction().execute(work)
  const load = () => {
    const { connections, waiting, replicas: count, inUse } = replicas.load()
    return {
      connections: reading.totalCount + writing.totalCount + connections,
      waiting: reading.waitingCount + writing.waitingCount + waiting,
      replicas: count,
      replicasInUse: inUse,
    }
  }
  const relay = postgresRelay(directUrl, log)
  return {
    engine: 'postgres',
    read,
    readIndex,
    write,
    prepareNow: null,
    snapshotNow: null,
    change,
    transact,
    caughtUp: replicas.caughtUp,
    leadership,
    nowMs: createDatabaseClock(read),
    relay,
    load,
    close,
  }
}

/**
 * Migrates by a session of its own without time limits: a step may take minutes on a large table, and another server
 * waits for it that long.
 */
async function migrateUnhurried(url: string, log: Logger): Promise<void> {
  const options = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
  const pool = openPool(url, { connections: 2, options, log })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

interface PoolOptions {
  /** At most. */
  readonly connections: number
  /** Limits a statement's run time and a transaction's idle time. */
  readonly statementTimeoutMs?: number
  /** Settings of the session, as `psql` takes them in PGOPTIONS. */
  readonly options?: string
  readonly types?: pg.CustomTypesConfig
  readonly log: Logger
}

/** A PostgreSQL connection pool that connects on demand. */
export function openPool(url: string, { connections, statementTimeoutMs, options, types, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(statementTimeoutMs === undefined
      ? {}
      : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: statementTimeoutMs }),
    ...(options === undefined ? {} : { options }),
    ...(types ? { types } : {}),
  })
  // Without a listener a broken connection would end the process. The next query opens another.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => {
    client.on('error', lost)
    // Where packets are lost, neither side learns of it, and queries would wait for a quarter of an hour.
    if (statementTimeoutMs !== undefined) endSilent(client, statementTimeoutMs + silenceMs)
  })
  return pool
}

/** A connection of its own, for what lives as long as a session does. */
export function sessionClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: silenceMs,
  })
}

/**
 * Ends a connection that is silent in use. PostgreSQL ends statements and idle transactions earlier, so its packets are lost.
 */
function endSilent({ connection: { stream } }: pg.Client, afterMs: number): void {
  if (!(stream instanceof Socket)) return
  stream.setTimeout(afterMs, () =>
    ifSilent(stream, () => {
      const error = new Error(`the database has been silent for ${afterMs / 1000} s`)
      stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }),
  )
}

/** Time limit for closing a connection to an unresponsive database. */
const goodbyeTimeoutMs = 2_000

/** Closes a connection, ignoring the errors that a broken one raises. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeTimeoutMs)
  try {
    await client.end()
  } catch {
    // Closed either way.
  } finally {
    clearTimeout(timer)
  }
}

/** Whether this session holds the leader's lock. PostgreSQL shows the halves of a number as two columns. */
const holdsLock = `select exists (
  select from pg_locks
  where locktype = 'advisory' and pid = pg_backend_pid() and classid = 0 and objid = $1 and objsubid = 1
) as holds`

/**
 * Leader election by a session-level advisory lock. PostgreSQL releases it when the server disconnects for any reason.
 *
 * A server can be the last to learn that its session ended, and until then two believe to lead. The checkpoints still
 * let each block be written only once, and the leader asks again whether its session holds the lock.
 */
export function postgresLeadership(url: string, log: Logger): Leadership {
  let client: pg.Client | null = null
  let opening: Promise<pg.Client> | null = null
  let leads = false
  let confirmedMs = 0
  let closed = false

  const connect = async (): Promise<pg.Client> => {
    const own = sessionClient(url)
    own.on('error', (error) => {
      log.warn({ err: error }, 'the connection that holds the lead was lost')
      if (client === own) forget()
    })
    own.once('end', () => {
      if (client === own) forget()
    })
    await own.connect()
    return own
  }
  /** One session at a time: a second one could hold the lock without anything to release it. */
  const open = async (): Promise<pg.Client> => {
    const own = await connect()
    if (closed) {
      await endClient(own)
      throw new Error('the server is stopping')
    }
    client = own
    return own
  }
  const forget = (): void => {
    client = null
    leads = false
  }

  const stepDown = async (): Promise<void> => {
    const held = client
    forget()
    if (held) await endClient(held)
  }

  /** Gives up the lead where its session is silent or doesn't hold the lock. */
  const confirm = async (): Promise<void> => {
    const own = client
    if (!leads || own === null || performance.now() - confirmedMs < confirmEveryMs) return
    try {
      const { rows } = await own.query<{ holds: boolean }>(holdsLock, [leaderLock])
      confirmedMs = performance.now()
      if (rows[0]?.holds === true) return
      log.warn('the session that held the lead does not hold it any more')
    } catch (error) {
      log.warn({ err: error }, 'the session that holds the lead does not answer')
    }
    if (client === own) forget()
    void endClient(own)
  }

  return {
    async lead() {
      await confirm()
      if (leads) return true
      if (closed) return false
      const own = client ?? (await (opening ??= open().finally(() => (opening = null))))
      const { rows } = await own.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [leaderLock])
      leads = client === own && rows[0]?.leads === true
      confirmedMs = performance.now()
      if (leads) log.info('this server follows the chain for all of its database')
      return leads
    },
    stepDown,
    async close() {
      closed = true
      // A session still being opened closes itself.
      await opening?.catch(() => undefined)
      await stepDown()
    },
  }
}

const channel = 'parley_live'
const reconnectAfterMs = 1_000

/** NOTIFY within the transaction of the change; LISTEN on one dedicated connection that reconnects. */
export function postgresRelay(url: string, log: Logger): Relay {
  return {
    async send(tx, text) {
      await sql`select pg_notify(${channel}, ${text})`.execute(tx)
    },
    hear: shareHearing(async (onText, onGap) => {
      let ended = false
      let client: pg.Client | null = null
      let timer: NodeJS.Timeout | undefined

      const connect = async (): Promise<void> => {
        const own = sessionClient(url)
        client = own
        own.on('notification', ({ payload }) => payload !== undefined && onText(payload))
        // A broken connection can emit several errors, and an unhandled one ends the process.
        own.on('error', (error) => {
          log.warn({ err: error }, 'the connection that hears of other servers was lost')
          void endClient(own)
        })
        own.once('end', reconnect)
        try {
          await own.connect()
          await own.query(`listen ${channel}`)
        } catch (error) {
          void endClient(own)
          throw error
        }
      }
      const reconnect = (): void => {
        if (ended) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          connect().then(onGap, reconnect)
        }, reconnectAfterMs)
      }
      const end = async (): Promise<void> => {
        ended = true
        clearTimeout(timer)
        if (client) await endClient(client)
      }
      try {
        await connect()
      } catch (error) {
        await end()
        throw error
      }
      return end
    }),
  }
}

/** Lets several parts of a server hear by one connection, which ends with the last of them. */
function shareHearing(hear: Relay['hear']): Relay['hear'] {
  const listeners = new Set<Parameters<Relay['hear']>>()
  let ended: Promise<() => Promise<void>> | null = null
  return async (...own) => {
    listeners.add(own)
    ended ??= hear(
      (text) => listeners.forEach(([onText]) => onText(text)),
      () => listeners.forEach(([, onGap]) => onGap()),
    )
    const opened = ended
    try {
      await opened
    } catch (error) {
      listeners.delete(own)
      if (ended === opened) ended = null
      throw error
    }
    return async () => {
      listeners.delete(own)
      if (listeners.size > 0) return
      ended = null
      await (
        await opened
      )()
    }
  }
}
