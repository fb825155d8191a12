import { databaseChoice, migrateDatabase } from '@parley/server'
import { reportFailure } from '../local/reportFailure.ts'

/**
 * `pnpm migrate` brings the database of this environment up to date and ends. With `MIGRATE=off` no server does so at its
 * start, and a migration that fails takes none of them down.
 */
async function migrate(): Promise<void> {
  await migrateDatabase(databaseChoice(process.env))
  console.log('The database is up to date.')
}

await migrate().catch(reportFailure)
