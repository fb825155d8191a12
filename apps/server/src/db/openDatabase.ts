import { pino, type Logger } from 'pino'
import type { DatabaseChoice } from '../config/serverConfig.ts'
import type { Database } from './database.ts'
import { openPostgres } from './openPostgres.ts'
import { openSqlite, type SqliteGuard } from './openSqlite.ts'

/** Opens the configured engine and migrates its schema, unless a PostgreSQL is to be migrated by hand. */
export async function openDatabase(choice: DatabaseChoice, log: Logger, sqliteGuard?: SqliteGuard): Promise<Database> {
  return choice.engine === 'sqlite' ? openSqlite(choice.folder, sqliteGuard) : openPostgres(choice, log)
}

/** Brings the schema of the configured database up to date, and ends. */
export async function migrateDatabase(choice: DatabaseChoice): Promise<void> {
  const log = pino({ level: 'warn', base: null })
  const db = await openDatabase(choice.engine === 'postgres' ? { ...choice, migrates: true } : choice, log)
  await db.close()
}
