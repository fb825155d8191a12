import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { ServerConfig } from '../config/serverConfig.ts'
import { migrations } from '../db/migrations.ts'
import { fine, wrong, type Finding } from './Finding.ts'

const what = 'database'
const timeoutMs = 5_000
const appliedMigrations = 'select name from kysely_migration'

/** Whether the database answers, may be written, and is not of a newer version than this one. Nothing is changed. */
export async function examineDatabase({ database }: ServerConfig): Promise<Finding> {
  try {
    return database.engine === 'sqlite' ? examineSqlite(database.folder) : await examinePostgres(database.url)
  } catch (error) {
    const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : ''
    const where = database.engine === 'sqlite' ? 'PARLEY_DATA' : 'DATABASE_URL'
    return wrong(what, `It cannot be used: ${reason}. Look at ${where}.`)
  }
}

function examineSqlite(folder: string): Finding {
  const file = join(folder, 'parley.sqlite')
  if (!existsSync(file)) return fine(what, 'SQLite: the first start makes it.')
  const db = new Sqlite(file, { timeout: timeoutMs, fileMustExist: true })
  try {
    db.exec('begin immediate; rollback')
    const rows = db.prepare<[], { name: string }>(appliedMigrations).all()
    return versionFinding('SQLite', rows)
  } finally {
    db.close()
  }
}

async function examinePostgres(url: string): Promise<Finding> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  try {
    await client.connect()
    const { rows: allowed } = await client.query<{ may: boolean }>(
      "select has_schema_privilege(current_schema(), 'CREATE') and not pg_is_in_recovery() as may",
    )
    if (allowed[0]?.may !== true)
      return wrong(what, 'This user may not make tables there. Grant it, or use the primary.')
    const { rows: tables } = await client.query(
      "select to_regclass('kysely_migration') as name where to_regclass('kysely_migration') is not null",
    )
    if (tables.length === 0) return fine(what, 'PostgreSQL: empty; the first start makes the tables.')
    return versionFinding('PostgreSQL', (await client.query<{ name: string }>(appliedMigrations)).rows)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function versionFinding(engine: string, rows: readonly { name: string }[]): Finding {
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown)
    return wrong(what, `A newer version has written it (${unknown.name}). Run that version, or drop the database.`)
  return fine(what, `${engine} answers, with ${rows.length} of ${Object.keys(migrations).length} steps of its schema.`)
}
