import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Every statement must be repeatable: after a crash, an unfinished migration runs again. */
export const offersMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('chain_identity')
      .ifNotExists()
      .addColumn('one', 'integer', (column) => column.primaryKey())
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('genesis_hash', 'text', (column) => column.notNull())
      .addColumn('first_hash', 'text')
      .execute()
    await db.schema
      .createTable('checkpoints')
      .ifNotExists()
      .addColumn('consumer', 'text', (column) => column.primaryKey())
      .addColumn('block', 'bigint', (column) => column.notNull())
      .addColumn('block_hash', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('offers')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('escrow', 'text', (column) => column.notNull())
      .addColumn('creator', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('offered', 'text', (column) => column.notNull())
      .addColumn('requested', 'text', (column) => column.notNull())
      .addColumn('created_tx_hash', 'text', (column) => column.notNull())
      .addColumn('created_at_s', 'bigint', (column) => column.notNull())
      .addColumn('created_block', 'bigint', (column) => column.notNull())
      .addColumn('created_log_index', 'integer', (column) => column.notNull())
      .addColumn('expires_at_s', 'bigint', (column) => column.notNull())
      .addColumn('settlement', 'text')
      .addColumn('settled_by', 'text')
      .addColumn('settled_tx_hash', 'text')
      .addColumn('settled_at_s', 'bigint')
      .addColumn('settled_block', 'bigint')
      .addColumn('unreturned', 'text', (column) => column.notNull())
      .execute()
    for (const statement of indexes) await sql.raw(statement).execute(db)
  },
}

const indexes = [
  'create index if not exists offers_creator on offers (creator, created_block desc, created_log_index desc)',
  'create index if not exists offers_recipient on offers (recipient, created_block desc, created_log_index desc)',
  'create index if not exists offers_open_creator on offers (creator, created_block desc) where settlement is null',
  'create index if not exists offers_open_recipient on offers (recipient, created_block desc) where settlement is null',
  'create index if not exists offers_open on offers (id) where settlement is null',
  'create index if not exists offers_created_tx on offers (created_tx_hash)',
  'create index if not exists offers_created_block on offers (created_block)',
  'create index if not exists offers_settled_block on offers (settled_block)',
]
