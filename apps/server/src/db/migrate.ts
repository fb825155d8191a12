import type { Kysely } from 'kysely'
import { ConfigError } from '../config/serverConfig.ts'
import { offersMigration } from './migrations/001-offers.ts'
import { ownersMigration } from './migrations/002-owners.ts'
import { statsMigration } from './migrations/003-stats.ts'
import { ownerActionsMigration } from './migrations/004-owner-actions.ts'
import { tokenNamesMigration } from './migrations/005-token-names.ts'
import { coinsMigration } from './migrations/006-coins.ts'
import type { Schema } from './schema.ts'
import { type Migration, Migrator } from 'kysely/migration'

/** Migrates the schema. If several servers start at once, a database lock lets one do it. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = migratorOf(db)
  const first = await migrator.migrateToLatest()
  // No results: it failed before the first step, as when another server makes the lock's own table at the same moment.
  const { error } = first.results === undefined ? await migrator.migrateToLatest() : first
  if (error) throw error
}

/** @throws {ConfigError} where the schema lacks a migration. */
export async function requireMigrated(db: Kysely<Schema>): Promise<void> {
  const missing = (await migratorOf(db).getMigrations()).filter(({ executedAt }) => executedAt === undefined)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw new ConfigError('MIGRATE', `is off, and the database lacks ${names}. Run pnpm migrate first.`)
}

function migratorOf(db: Kysely<Schema>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
}

/** Schema migrations in order, forward only. Never edit a released one; add another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-offers': offersMigration,
  '002-owners': ownersMigration,
  '003-stats': statsMigration,
  '004-owner-actions': ownerActionsMigration,
  '005-token-names': tokenNamesMigration,
  '006-coins': coinsMigration,
}
