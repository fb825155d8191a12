import pg from 'pg'
import type { Logger } from 'pino'
import { endClient } from './postgresConnections.ts'
import type { Leadership } from './database.ts'

/** Advisory lock id; must be unique within this database. */
const leaderLock = 43_114_002
const connectTimeoutMs = 5_000
const queryTimeoutMs = 5_000

/**
 * Leader election by a session-level advisory lock. PostgreSQL releases it when the server disconnects for any reason.
 *
 * If two servers ever both believed to lead, the checkpoints would still let each block be written only once.
 */
export function postgresLeadership(url: string, log: Logger): Leadership {
  let client: pg.Client | null = null
  let opening: Promise<pg.Client> | null = null
  let leads = false
  let closed = false

  const connect = async (): Promise<pg.Client> => {
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    })
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

  return {
    async lead() {
      if (leads) return true
      if (closed) return false
      const own = client ?? (await (opening ??= open().finally(() => (opening = null))))
      const { rows } = await own.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [leaderLock])
      leads = client === own && rows[0]?.leads === true
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
