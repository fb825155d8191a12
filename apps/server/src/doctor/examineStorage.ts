import Sqlite from 'better-sqlite3'
import { constants, existsSync } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { PostgresChoice, ServerConfig } from '../config/serverConfig.ts'
import { migrations } from '../db/migrations.ts'
import { sleep } from '../lib/async.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'

const minFreeMb = 200

export async function examineFiles({ images, webDist }: ServerConfig): Promise<Finding[]> {
  return [await examineData(images.cacheFolder), await examinePage(webDist)]
}

/** Whether the data folder can be written and has room. */
async function examineData(folder: string): Promise<Finding> {
  const what = 'data folder'
  try {
    const there = await nearest(folder)
    if (!(await stat(there)).isDirectory()) return wrong(what, `${there} is a file. Look at PARLEY_DATA.`)
    await access(there, constants.W_OK)
    const { bavail, bsize } = await statfs(there)
    const freeMb = Math.floor((bavail * bsize) / 1024 ** 2)
    if (freeMb < minFreeMb) return warning(what, `Only ${freeMb} MB are left on its disk. Make room for pictures.`)
    return fine(what, `${folder} can be written; ${freeMb} MB are free.`)
  } catch {
    return wrong(what, `${folder} cannot be written by this user. Look at PARLEY_DATA.`)
  }
}

/** The folder, or what it would be made in. */
async function nearest(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    return nearest(dirname(folder))
  }
}

async function examinePage(webDist: string | null): Promise<Finding> {
  const what = 'page'
  if (webDist === null) return skipped(what, 'WEB_DIST is not set: this server has the API only.')
  const html = await readFile(join(webDist, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return wrong(what, `There is no page in ${webDist}. Build it: pnpm build --chain avalanche.`)
  return fine(what, `It is built, in ${webDist}.`)
}

const what = 'database'
const timeoutMs = 5_000
const betweenTriesMs = 50
const appliedMigrations = 'select name from kysely_migration'

/** Whether the database answers, may be written, and is not of a newer version than this one. Nothing is changed. */
export async function examineDatabase({ database }: ServerConfig): Promise<Finding> {
  try {
    return database.engine === 'sqlite' ? await examineSqlite(database.folder) : await examinePostgres(database)
  } catch (error) {
    const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : ''
    const where = database.engine === 'sqlite' ? 'PARLEY_DATA' : 'DATABASE_URL'
    return wrong(what, `It cannot be used: ${reason}. Look at ${where}.`)
  }
}

async function examineSqlite(folder: string): Promise<Finding> {
  const file = join(folder, 'parley.sqlite')
  if (!existsSync(file)) return fine(what, 'SQLite: the first start makes it.')
  const db = new Sqlite(file, { timeout: 0, fileMustExist: true })
  try {
    await waitForTurn(db)
    const rows = db.prepare<[], { name: string }>(appliedMigrations).all()
    return versionFinding('SQLite', rows)
  } finally {
    db.close()
  }
}

/** Waits for the transactions of a server. Not in SQLite's own way, which would stop a server in this process as well. */
async function waitForTurn(db: Sqlite.Database): Promise<void> {
  const patience = AbortSignal.timeout(timeoutMs)
  for (;;) {
    try {
      db.exec('begin immediate; rollback')
      return
    } catch (error) {
      const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || patience.aborted) throw error
    }
    await sleep(betweenTriesMs, patience)
  }
}

async function examinePostgres({ url, directUrl, migrates }: PostgresChoice): Promise<Finding> {
  if (directUrl !== url) await examineDirect(directUrl)
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
    if (tables.length === 0 && !migrates)
      return wrong(what, 'MIGRATE is off, and the database is empty. Run pnpm migrate.')
    if (tables.length === 0) return fine(what, 'PostgreSQL: empty; the first start makes the tables.')
    const { rows } = await client.query<{ name: string }>(appliedMigrations)
    if (!migrates && rows.length < Object.keys(migrations).length)
      return wrong(
        what,
        `MIGRATE is off, and the schema has ${rows.length} of ${Object.keys(migrations).length} steps. Run pnpm migrate.`,
      )
    return versionFinding('PostgreSQL', rows)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** More than a replica should be behind at any moment, in bytes of the primary's log. */
const maxBehindBytes = 16 * 1024 * 1024

/** Whether each read replica answers, and how far it is behind. Servers do without those that don't. */
export async function examineReplicas({ database }: ServerConfig): Promise<Finding[]> {
  if (database.engine === 'sqlite' || database.readUrls.length === 0)
    return [skipped('read replicas', 'DATABASE_READ_URLS is not set: the database answers every read.')]
  const position = await askOne<{ position: string }>(database.url, 'select pg_current_wal_lsn()::text as position')
  return Promise.all(
    database.readUrls.map((url, at) => examineReplica(`read replica ${at + 1}`, url, position?.position ?? null)),
  )
}

async function examineReplica(name: string, url: string, position: string | null): Promise<Finding> {
  const found = await askOne<{ standby: boolean; behind: string | null }>(
    url,
    'select pg_is_in_recovery() as standby, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::text as behind',
    [position],
  )
  if (!found) return warning(name, 'It does not answer: its reads go elsewhere. Look at DATABASE_READ_URLS.')
  if (!found.standby) return warning(name, 'It is a primary, so it repeats nothing. DATABASE_READ_URLS names standbys.')
  if (position === null) return skipped(name, 'It answers. The primary did not say how far it is.')
  if (Number(found.behind) > maxBehindBytes)
    return warning(name, `It is ${Math.round(Number(found.behind) / 1024 ** 2)} MB behind, so it is left out.`)
  return fine(name, 'It answers, and keeps up.')
}

/** The first row of an answer; null where there is none. */
async function askOne<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  parameters: unknown[] = [],
): Promise<R | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  try {
    await client.connect()
    return (await client.query<R>(text, parameters)).rows[0] ?? null
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function examineDirect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    throw new Error('DATABASE_DIRECT_URL does not answer', { cause: error })
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
