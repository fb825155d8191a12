import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The owner of each token of the registry's collections. */
export const ownersMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('nft_owners')
      .ifNotExists()
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('nft_owners_pk', ['contract', 'token'])
      .execute()
    await sql.raw('create index if not exists nft_owners_owner on nft_owners (owner, contract, token)').execute(db)
    await db.schema
      .createTable('collection_reads')
      .ifNotExists()
      .addColumn('contract', 'text', (column) => column.primaryKey())
      .addColumn('unreadable', 'text')
      .execute()
  },
}
