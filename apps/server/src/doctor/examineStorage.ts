import Sqlite from 'better-sqlite3'
import { constants, existsSync } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServerConfig } from '../config/serverConfig.ts'
import { sleep } from '../lib/async.ts'
import { failureText } from '../log.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'
import type { NamedPrimary } from './examinePatroni.ts'
import { examinePostgres } from './examinePostgres.ts'
import { appliedMigrations, schemaFinding } from './schemaFinding.ts'

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

/**
 * Whether the database answers, may be written, and is not of a newer version than this one. Nothing is changed.
 *
 * @param primary the one that Patroni names; null where it isn't asked
 */
export async function examineDatabase(
  { database }: Pick<ServerConfig, 'database'>,
  primary: NamedPrimary | null,
): Promise<Finding> {
  if (database.engine === 'postgres') return examinePostgres(database, primary)
  try {
    return await examineSqlite(database.folder)
  } catch (error) {
    return wrong(what, `It cannot be used: ${failureText(error)}. Look at PARLEY_DATA.`)
  }
}

async function examineSqlite(folder: string): Promise<Finding> {
  const file = join(folder, 'parley.sqlite')
  if (!existsSync(file)) return fine(what, 'SQLite: the first start makes it.')
  const db = new Sqlite(file, { timeout: 0, fileMustExist: true })
  try {
    await waitForTurn(db)
    const rows = db.prepare<[], { name: string }>(appliedMigrations).all()
    return schemaFinding('SQLite', rows)
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
