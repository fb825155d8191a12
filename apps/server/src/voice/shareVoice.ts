import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Server } from 'socket.io'
import type { PostgresChoice } from '../config/serverConfig.ts'
import { openPool } from '../db/postgres.ts'

/** State shared by several servers: rooms across all of them, and one lock per room. */
export interface SharedVoice {
  readonly adapter: NonNullable<Parameters<Server['adapter']>[0]>
  inTurn<T>(roomId: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const attachments = 'parley_voice_attachments'
const statementTimeoutMs = 10_000
/** An arbitrary lock number that is unique in this database, combined with the room's hash. */
const roomLock = 43_114_007
const setupLock = 43_114_008

/** Voice over the servers of one PostgreSQL database. */
export async function shareVoice({ url, directUrl }: PostgresChoice, log: Logger): Promise<SharedVoice> {
  const messages = openPool(directUrl, { connections: 4, statementTimeoutMs, log })
  // Apart from the messages: who holds a turn waits for them.
  const turns = openPool(url, { connections: 2, statementTimeoutMs, log })
  const listener = withOneListener(messages)
  const close = async () => {
    listener.release()
    await Promise.all([messages.end(), turns.end()])
  }
  try {
    await makeTable(turns)
  } catch (error) {
    await close()
    throw error
  }
  const adapter = createAdapter(listener.pool, {
    channelPrefix: 'parley_voice',
    tableName: attachments,
    errorHandler: (error) => log.warn({ err: error }, 'voice could not reach the other servers'),
  })
  return { adapter, inTurn: (roomId, work) => inTurn(turns, roomId, work), close }
}

/** A message over 8000 bytes does not fit a notification and waits here for half a minute. */
async function makeTable(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [setupLock])
    await client.query(
      `create table if not exists ${attachments} (id bigserial unique, created_at timestamptz default now(), payload bytea)`,
    )
  })
}

function inTurn<T>(pool: pg.Pool, roomId: string, work: () => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [roomLock, roomId])
    return work()
  })
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // The connection goes, and with it the lock.
    client.release(true)
    throw error
  }
}

type Callback = Parameters<pg.Pool['connect']>[0]

/** A pool for socket.io's adapter. */
interface ListenerPool {
  readonly pool: pg.Pool
  /** Gives the listening connection back, also one that the adapter is still opening. */
  release(): void
}

/**
 * The same pool, for an adapter that takes one connection to listen, and another when that was lost. A database that breaks off
 * in the middle makes it take two, and each message would come twice; and it never gives a lost one back. So there is one at most.
 */
export function withOneListener(pool: pg.Pool): ListenerPool {
  let listening: pg.PoolClient | null = null
  let closed = false
  /** Never settles once the server stops: after an error the adapter would ask again forever, and keep the server in memory. */
  const listen = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      if (closed) return null
      throw error
    })
    if (closed || !client) {
      client?.release(true)
      return new Promise(() => undefined)
    }
    client.release = releasingOnce(client)
    if (listening) {
      listening.removeAllListeners('notification').removeAllListeners('end')
      listening.release()
    }
    listening = client
    client.once('end', client.release)
    return client
  }
  // A query of the pool connects with a callback; only who wants to keep the connection does so without.
  const connect = (callback?: Callback) => (callback ? pool.connect(callback) : listen())
  const release = (): void => {
    closed = true
    listening?.release()
  }
  const shared: pg.Pool = Object.create(pool, { connect: { value: connect } })
  return { pool: shared, release }
}

/** A second release would throw. The listening client isn't reused. */
function releasingOnce(client: pg.PoolClient): pg.PoolClient['release'] {
  const release = client.release.bind(client)
  let released = false
  return () => {
    if (released) return
    released = true
    release(true)
  }
}
