import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tables, who sits at them, and whom a wallet lets in. Not part of the index: the chain doesn't know them. */
export const tablesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('tables')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('opener', 'text', (column) => column.notNull())
      .addColumn('guest', 'text', (column) => column.notNull())
      .addColumn('portal', 'text')
      .addColumn('counters', 'text')
      .addColumn('open_key', 'text', (column) => column.unique())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('agreed_block', 'bigint')
      .addColumn('offer_id', 'text')
      .addColumn('entries', 'integer', (column) => column.notNull())
      .addColumn('to_stranger', 'integer', (column) => column.notNull())
      .addColumn('has_text', 'integer', (column) => column.notNull())
      .addColumn('opened_at_s', 'bigint', (column) => column.notNull())
      .addColumn('changed_at_s', 'bigint', (column) => column.notNull())
      .addColumn('closed_at_s', 'bigint')
      .addColumn('opener_seen_s', 'bigint')
      .addColumn('guest_seen_s', 'bigint')
      .execute()
    await db.schema
      .createTable('table_entries')
      .ifNotExists()
      .addColumn('table_id', 'text', (column) => column.notNull())
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('entry', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('table_entries_pk', ['table_id', 'n'])
      .execute()
    await db.schema
      .createTable('table_presence')
      .ifNotExists()
      .addColumn('table_id', 'text', (column) => column.notNull())
      .addColumn('seat', 'text', (column) => column.notNull())
      .addColumn('server', 'text', (column) => column.notNull())
      .addColumn('until_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('table_presence_pk', ['table_id', 'seat', 'server'])
      .execute()
    await db.schema
      .createTable('inbound')
      .ifNotExists()
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('who', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('inbound_wallets')
      .ifNotExists()
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('other', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('inbound_wallets_pk', ['address', 'other'])
      .execute()
    for (const statement of tableIndexes) await sql.raw(statement).execute(db)
  },
}

const tableIndexes = [
  'create index if not exists tables_opener on tables (opener, changed_at_s desc, id desc)',
  'create index if not exists tables_guest on tables (guest, changed_at_s desc, id desc)',
  'create index if not exists tables_agreed on tables (opener, guest) where agreed_block is not null',
  'create index if not exists tables_offer on tables (offer_id) where offer_id is not null',
  'create index if not exists tables_text on tables (changed_at_s) where has_text = 1',
]

/** What networks and wallets have written at tables within a day, by all servers together. */
export const tableSpaceMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('table_space')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('used', 'double precision', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
