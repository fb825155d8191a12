import { databaseChoice, migrateDatabase } from '@parley/server'
import { reportFailure } from '../local/reportFailure.ts'

/**
 * `pnpm migrate` migrates this environment's database and exits. With `MIGRATE=off` servers don't migrate when they
 * start, so a failed migration can't take them down.
 */
async function migrate(): Promise<void> {
  await migrateDatabase(databaseChoice(process.env))
  console.log('The database is up to date.')
}

await migrate().catch(reportFailure)
