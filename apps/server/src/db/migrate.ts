import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ConfigError } from '../config/serverConfig.ts'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'

/** Migrates the schema. If several servers start at once, a database lock lets one do it. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = migratorOf(db)
  // Without a step to take there is nothing to wait for.
  if ((await missingFrom(migrator)).length === 0) return
  const first = await migrator.migrateToLatest()
  // No results: it failed before the first step, as when another server makes the lock's own table at the same moment.
  const { error } = first.results === undefined ? await migrator.migrateToLatest() : first
  if (error) throw error
}

/** @throws {ConfigError} where the schema lacks a migration. */
export async function requireMigrated(db: Kysely<Schema>): Promise<void> {
  const missing = await missingFrom(migratorOf(db))
  if (missing.length === 0) return
  throw new ConfigError('MIGRATE', `is off, and the database lacks ${missing.join(', ')}. Run pnpm migrate first.`)
}

async function missingFrom(migrator: Migrator): Promise<string[]> {
  const all = await migrator.getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorOf(db: Kysely<Schema>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
}
