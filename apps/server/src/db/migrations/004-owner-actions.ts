import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Actions of the escrows' owners. */
export const ownerActionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('owner_actions')
      .ifNotExists()
      .addColumn('escrow', 'text', (column) => column.notNull())
      .addColumn('block', 'bigint', (column) => column.notNull())
      .addColumn('log_index', 'integer', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('owner_actions_pk', ['escrow', 'block', 'log_index'])
      .execute()
  },
}
