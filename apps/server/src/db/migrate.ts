import type { Kysely } from 'kysely'
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
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
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
