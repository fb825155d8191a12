import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { endClient } from './postgresConnections.ts'
import type { Relay } from './database.ts'

const channel = 'parley_live'
const reconnectAfterMs = 1_000
const connectTimeoutMs = 5_000
const queryTimeoutMs = 5_000

/** NOTIFY within the transaction of the change; LISTEN on a dedicated connection that reconnects. */
export function postgresRelay(url: string, log: Logger): Relay {
  return {
    async send(tx, text) {
      await sql`select pg_notify(${channel}, ${text})`.execute(tx)
    },
    async hear(onText, onGap) {
      let ended = false
      let client: pg.Client | null = null
      let timer: NodeJS.Timeout | undefined

      const connect = async (): Promise<void> => {
        const own = new pg.Client({
          connectionString: url,
          connectionTimeoutMillis: connectTimeoutMs,
          query_timeout: queryTimeoutMs,
          keepAlive: true,
        })
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
    },
  }
}
