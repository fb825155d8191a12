import type pg from 'pg'
import type { Logger } from 'pino'
import type { Namespace, Server } from 'socket.io'
import type { ClusterMessage } from 'socket.io-adapter'
import { z } from 'zod'
import type { PostgresChoice } from '../config/serverConfig.ts'
import { openPool } from '../db/postgres.ts'
import { failureText } from '../log.ts'
import { LineAdapter } from './LineAdapter.ts'
import { ServerLine } from './ServerLine.ts'

/** State shared by several servers: rooms across all of them, and one lock per room. */
export interface SharedVoice {
  readonly adapter: NonNullable<Parameters<Server['adapter']>[0]>
  inTurn<T>(roomId: string, work: () => Promise<T>): Promise<T>
  /** Messages of other servers, or for them, were lost. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const statementTimeoutMs = 10_000
/** An arbitrary lock number that is unique in this database, combined with the room's hash. */
const roomLock = 43_114_007

/** Another server's, of this same code. */
const clusterMessage = z.custom<ClusterMessage>((value) => namespaced.safeParse(value).success)
const namespaced = z.looseObject({ uid: z.string(), nsp: z.string(), type: z.int() })

/** Voice over the servers of one PostgreSQL database. */
export async function shareVoice({ url, directUrl }: PostgresChoice, log: Logger): Promise<SharedVoice> {
  const turns = openPool(url, { connections: 2, statementTimeoutMs, log })
  const adapters = new Map<string, LineAdapter>()
  let hasGap = (): void => undefined
  const line = new ServerLine(directUrl, log, {
    onMessage(text) {
      try {
        const message = clusterMessage.parse(JSON.parse(text))
        adapters.get(message.nsp)?.take(message)
      } catch (error) {
        log.warn({ reason: failureText(error) }, 'a message of another server could not be read')
      }
    },
    onBack: () => hasGap(),
  })
  const close = async () => {
    await Promise.all([line.close(), turns.end()])
  }
  try {
    await line.open()
  } catch (error) {
    await close()
    throw error
  }
  return {
    adapter: class extends LineAdapter {
      constructor(namespace: Namespace) {
        super(namespace, line)
        adapters.set(namespace.name, this)
      }
    },
    inTurn: (roomId, work) =>
      inTurn(turns, roomId, async () => {
        const result = await work()
        // The next turn may send over another session, and must not be heard first.
        await line.flush()
        return result
      }),
    onGap: (listener) => (hasGap = listener),
    close,
  }
}

async function inTurn<T>(pool: pg.Pool, roomId: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [roomLock, roomId])
    const result = await work()
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // The connection goes, and with it the lock.
    client.release(true)
    throw error
  }
}
