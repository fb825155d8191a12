import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What tokens are called in their metadata. Not of the index: dropping it costs no more than reading again. */
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
