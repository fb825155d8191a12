import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Token names from metadata. A cache, not part of the index: it can be dropped and read again. */
export const tokenNamesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('token_names')
      .ifNotExists()
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('read_at_s', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('token_names_pk', ['contract', 'token'])
      .execute()
  },
}
