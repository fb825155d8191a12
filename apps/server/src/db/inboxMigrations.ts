import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { missingColumns } from './missingColumns.ts'

/** What a wallet has read, and which kinds it wants no push for. The inbox itself is derived (decision I1). */
export const inboxMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('inbox_marks')
      .ifNotExists()
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('read_at_s', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('inbox_marks_pk', ['address', 'item'])
      .execute()
    await db.schema
      .createTable('inbox_muted')
      .ifNotExists()
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('inbox_muted_pk', ['address', 'kind'])
      .execute()
    for (const statement of inboxIndexes) await sql.raw(statement).execute(db)
  },
}

/** An offer whose settlement has no known time counts from its creation. */
const closedAt = 'coalesce(settled_at_s, created_at_s)'

const inboxIndexes = [
  `create index if not exists offers_closed_creator on offers (creator, ${closedAt}) where settlement is not null`,
  `create index if not exists offers_closed_recipient on offers (recipient, ${closedAt}) where settlement is not null`,
  "create index if not exists offers_unreturned on offers (creator) where unreturned <> '[]'",
]

/** Where pushes go, and those to send. All of it is deleted with its session (decision I2). */
export const pushMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('push_subscriptions')
      .ifNotExists()
      .addColumn('session', 'text', (column) => column.primaryKey())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('p256dh', 'text', (column) => column.notNull())
      .addColumn('auth', 'text', (column) => column.notNull())
      .addColumn('created_at_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('push_wallets')
      .ifNotExists()
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('due_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('push_changes')
      .ifNotExists()
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('push_changes_pk', ['address', 'note'])
      .execute()
    await db.schema
      .createTable('push_outbox')
      .ifNotExists()
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_ms', 'bigint', (column) => column.notNull())
      .addColumn('added_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('push_outbox_pk', ['session', 'item'])
      .execute()
    for (const statement of pushIndexes) await sql.raw(statement).execute(db)
  },
}

/** The public VAPID key of each subscription: another key can't push to it. */
export const pushKeyMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of await missingColumns(db, 'push_subscriptions', ['vapid_key']))
      await db.schema.alterTable('push_subscriptions').addColumn(name, 'text').execute()
  },
}

/** Since when a push service has said that a subscription has ended. Its browser may renew it (decision I2). */
export const pushGoneMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of await missingColumns(db, 'push_subscriptions', ['gone_at_s']))
      await db.schema.alterTable('push_subscriptions').addColumn(name, 'bigint').execute()
  },
}

/** NFTs that a collection didn't return and that were claimed later: nothing else remembers them. */
export const claimedMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('claimed_nfts')
      .ifNotExists()
      .addColumn('offer_id', 'text', (column) => column.notNull())
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('creator', 'text', (column) => column.notNull())
      .addColumn('at_s', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('claimed_nfts_pk', ['offer_id', 'contract', 'token'])
      .execute()
    await sql.raw('create index if not exists claimed_nfts_creator on claimed_nfts (creator, at_s)').execute(db)
  },
}

/** NFTs of open offers that are in the escrow no more. */
export const takenMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('taken_nfts')
      .ifNotExists()
      .addColumn('offer_id', 'text', (column) => column.notNull())
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('escrow', 'text', (column) => column.notNull())
      .addColumn('creator', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('taken_nfts_pk', ['offer_id', 'contract', 'token'])
      .execute()
    for (const column of ['creator', 'recipient'])
      await sql.raw(`create index if not exists taken_nfts_${column} on taken_nfts (${column})`).execute(db)
  },
}

const pushIndexes = [
  'create index if not exists push_subscriptions_address on push_subscriptions (address, created_at_s)',
  'create index if not exists push_subscriptions_endpoint on push_subscriptions (endpoint)',
  'create index if not exists push_wallets_due on push_wallets (due_s)',
  "create index if not exists push_outbox_waiting on push_outbox (next_ms) where state = 'waiting'",
  "create index if not exists push_outbox_done on push_outbox (added_ms) where state <> 'waiting'",
]
