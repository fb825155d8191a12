import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import type { ServerConfig } from '../config/serverConfig.ts'
import { type Finding, fine, skipped, warning } from './Finding.ts'

const what = 'push'
const timeoutMs = 5_000
/** As the alert of Prometheus has it. */
const lateS = 3_600

const statement = `select
  (select count(*) from push_subscriptions) as browsers,
  (select count(*) from push_subscriptions where vapid_key <> 'OWN') as others,
  (select min(added_ms) from push_outbox where state = 'waiting') as oldest`
const rowSchema = z.object({ browsers: z.coerce.number(), others: z.coerce.number(), oldest: z.coerce.number() })

/** Whether subscribed browsers get their pushes: the switch, the keys, and the outbox. */
export async function examinePush({ push, database }: ServerConfig, nowMs: number): Promise<Finding> {
  const own = push && 'publicKey' in push.keys ? push.keys.publicKey : null
  const row = await readRow(database, own).catch(() => null)
  const browsers = row?.browsers ?? 0
  if (!push) {
    const missing = 'PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are not set'
    if (browsers === 0) return skipped(what, `${missing}: people whose pages are closed will not be told.`)
    return warning(what, `${missing}, and ${browsers} browsers that subscribed are not told. Set the pair they know.`)
  }
  if (!row) return skipped(what, 'The database could not be asked, or is empty.')
  if (own !== null && row.others > 0)
    return warning(
      what,
      `${row.others} of ${browsers} browsers subscribed with another key. A start ends their subscriptions: set the old pair again, if you have it.`,
    )
  const waitedS = row.oldest > 0 ? Math.floor((nowMs - row.oldest) / 1000) : 0
  if (waitedS > lateS)
    return warning(
      what,
      `The outbox stands still: a push has waited for ${Math.floor(waitedS / 60)} minutes. Is a server running, with a way out to port 443?`,
    )
  return fine(what, `It is on, for ${browsers} browsers.`)
}

async function readRow(database: ServerConfig['database'], own: string | null) {
  // A key that was checked to be base64url.
  const query = own === null ? statement.replace("'OWN'", 'vapid_key') : statement.replace('OWN', own)
  if (database.engine === 'sqlite') {
    const file = join(database.folder, 'parley.sqlite')
    if (!existsSync(file)) return null
    const db = new Sqlite(file, { timeout: timeoutMs, fileMustExist: true, readonly: true })
    try {
      return rowSchema.parse(db.prepare(query).get())
    } finally {
      db.close()
    }
  }
  const client = new pg.Client({
    connectionString: database.url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  try {
    await client.connect()
    const { rows } = await client.query(query)
    return rowSchema.parse(rows[0])
  } finally {
    await client.end().catch(() => undefined)
  }
}
