import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { PublicClient } from 'viem'
import { z } from 'zod'
import type { ServerConfig } from '../config/serverConfig.ts'
import { maxLagBlocks } from '../indexer/indexer.ts'
import { type Finding, fine, skipped, warning } from './Finding.ts'

const what = 'push'
const timeoutMs = 5_000
/** As the alert of Prometheus has it. */
const lateS = 3_600

/** `nowMs`: the database's clock, by which entries are added. */
const statement = (ownKey: string, nowMs: string) => `select
  (select count(*) from push_subscriptions) as browsers,
  (select count(*) from push_subscriptions where vapid_key <> ${ownKey}) as others,
  (select ${nowMs} - min(added_ms) from push_outbox where state = 'waiting') as waited,
  (select max(block) from checkpoints) as indexed`
const rowSchema = z.object({
  browsers: z.coerce.number(),
  others: z.coerce.number(),
  waited: z.coerce.number(),
  indexed: z.coerce.number(),
})

/** Whether subscribed browsers get their pushes: the switch, the keys, and the outbox. */
export async function examinePush({ push, database }: ServerConfig, chain: PublicClient | null): Promise<Finding> {
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
  const waitedS = Math.floor(row.waited / 1000)
  if (waitedS > lateS) {
    const waits = `The outbox is stuck: a push has waited for ${Math.floor(waitedS / 60)} minutes.`
    const head = Number((await chain?.getBlockNumber().catch(() => null)) ?? 0)
    return head - row.indexed > maxLagBlocks
      ? warning(what, `${waits} The index is ${head - row.indexed} blocks behind: pushes of offers wait for it.`)
      : warning(what, `${waits} Is a server running, with a way out to port 443?`)
  }
  return fine(what, `It is on, for ${browsers} browsers.`)
}

async function readRow(database: ServerConfig['database'], own: string | null) {
  // A key that was checked to be base64url.
  const ownKey = own === null ? 'vapid_key' : `'${own}'`
  if (database.engine === 'sqlite') {
    const file = join(database.folder, 'parley.sqlite')
    if (!existsSync(file)) return null
    const db = new Sqlite(file, { timeout: timeoutMs, fileMustExist: true, readonly: true })
    try {
      return rowSchema.parse(db.prepare(statement(ownKey, "unixepoch('subsec') * 1000")).get())
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
    const { rows } = await client.query(statement(ownKey, 'extract(epoch from clock_timestamp()) * 1000'))
    return rowSchema.parse(rows[0])
  } finally {
    await client.end().catch(() => undefined)
  }
}
