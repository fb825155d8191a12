import type { Logger } from 'pino'
import type { DatabaseChoice } from '../config/serverConfig.ts'
import type { Database } from './database.ts'
import { openPostgres } from './openPostgres.ts'
import { openSqlite, type SqliteGuard } from './openSqlite.ts'

/** Opens the configured engine and migrates its schema. */
export async function openDatabase(choice: DatabaseChoice, log: Logger, sqliteGuard?: SqliteGuard): Promise<Database> {
  return choice.engine === 'sqlite' ? openSqlite(choice.folder, sqliteGuard) : openPostgres(choice.url, log)
}
