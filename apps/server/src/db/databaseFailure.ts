import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Asks the database for nothing. @returns null where it answers, else why not, in words for whoever runs the server. */
export async function databaseFailure(db: Database): Promise<string | null> {
  try {
    await sql`select 1`.execute(db.read)
    return null
  } catch {
    return 'the database does not answer'
  }
}
