import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Results of the last stats refresh, the current refresher, and logs of the explorer's transactions. */
export const statsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('stats_snapshot')
      .ifNotExists()
      .addColumn('one', 'integer', (column) => column.primaryKey())
      .addColumn('chain_key', 'text', (column) => column.notNull())
      .addColumn('refreshed_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('stats', 'text', (column) => column.notNull())
      .addColumn('trades', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('stats_turn')
      .ifNotExists()
      .addColumn('one', 'integer', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('until_ms', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('failure', 'text')
      .addColumn('failed_at_ms', 'bigint')
      .execute()
    await db.schema
      .createTable('stats_receipts')
      .ifNotExists()
      .addColumn('tx_hash', 'text', (column) => column.primaryKey())
      .addColumn('chain_key', 'text', (column) => column.notNull())
      .addColumn('logs', 'text', (column) => column.notNull())
      .execute()
  },
}
