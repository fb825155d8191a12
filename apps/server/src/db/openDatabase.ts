import type { Logger } from 'pino'
import type { DatabaseChoice } from '../config/serverConfig.ts'
import type { Database } from './database.ts'
import { openPostgres } from './openPostgres.ts'
import { openSqlite } from './openSqlite.ts'

/** Opens the chosen engine and brings its schema up to date. */
export async function openDatabase(choice: DatabaseChoice, log: Logger): Promise<Database> {
  return choice.engine === 'sqlite' ? openSqlite(choice.folder) : openPostgres(choice.url, log)
}
