import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Pings the database. @returns null if it answers, else the reason, worded for the operator. */
export async function databaseFailure(db: Database): Promise<string | null> {
  try {
    await sql`select 1`.execute(db.read)
    return null
  } catch {
    return 'the database does not answer'
  }
}
