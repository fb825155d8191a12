import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Every statement must be repeatable: after a crash, an unfinished migration runs again. */
const offersMigration: Migration = {
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

/** The owner of each token of the registry's collections. */
const ownersMigration: Migration = {
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

/** Results of the last stats refresh, the current refresher, and logs of the explorer's transactions. */
const statsMigration: Migration = {
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

/** Actions of the escrows' owners. */
const ownerActionsMigration: Migration = {
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

/** Token names from metadata. A cache, not part of the index: it can be dropped and read again. */
const tokenNamesMigration: Migration = {
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

/** Coins on either side of an offer, in wei. Repeatable: SQLite cannot add a column only where it is missing. */
const coinsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const tables = await db.introspection.getTables()
    const known = tables.find(({ name }) => name === 'offers')?.columns.map(({ name }) => name) ?? []
    for (const name of ['offered_wei', 'requested_wei'].filter((column) => !known.includes(column))) {
      await db.schema
        .alterTable('offers')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo('0'))
        .execute()
    }
  },
}

/** Who is signed in, which nonces were used, and the key that nonces are made with. Not part of the index. */
const sessionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('sessions')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('created_at_s', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_s', 'bigint', (column) => column.notNull())
      .execute()
    await sql.raw('create index if not exists sessions_address on sessions (address, created_at_s)').execute(db)
    await db.schema
      .createTable('sign_in_nonces')
      .ifNotExists()
      .addColumn('nonce', 'text', (column) => column.primaryKey())
      .addColumn('expires_at_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('sign_in_secret')
      .ifNotExists()
      .addColumn('one', 'integer', (column) => column.primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .execute()
  },
}

/** Tables, who sits at them, and whom a wallet lets in. Not part of the index: the chain doesn't know them. */
const tablesMigration: Migration = {
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

/** Schema migrations in order, forward only. Never edit a released one; add another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-offers': offersMigration,
  '002-owners': ownersMigration,
  '003-stats': statsMigration,
  '004-owner-actions': ownerActionsMigration,
  '005-token-names': tokenNamesMigration,
  '006-coins': coinsMigration,
  '007-sessions': sessionsMigration,
  '008-tables': tablesMigration,
}
