import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  claimedMigration,
  inboxMigration,
  pushGoneMigration,
  pushKeyMigration,
  pushMigration,
  takenMigration,
} from './inboxMigrations.ts'
import { missingColumns } from './missingColumns.ts'
import { tableSpaceMigration, tablesMigration } from './tablesMigration.ts'
import { tradersMigration } from './tradersMigration.ts'

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

/** The versions of tokens' pictures. Rows with an empty one are read from the metadata again. */
const pictureVersionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of await missingColumns(db, 'token_names', ['picture']))
      await db.schema
        .alterTable('token_names')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute()
  },
}

/** Coins on either side of an offer, in wei. */
const coinsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of await missingColumns(db, 'offers', ['offered_wei', 'requested_wei'])) {
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

/** The block in which each token came to its owner, and an index of wallets that covers it. */
const receivedMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of await missingColumns(db, 'nft_owners', ['received_block']))
      await db.schema.alterTable('nft_owners').addColumn(name, 'bigint').execute()
    await sql
      .raw('create index if not exists nft_owners_wallet on nft_owners (owner, contract, token, received_block)')
      .execute(db)
    await sql.raw('drop index if exists nft_owners_owner').execute(db)
  },
}

interface CompletedOffer {
  readonly id: string
  readonly offered: string
  readonly requested: string
  readonly created_block: number
  readonly settled_block: number | null
}

/** The NFTs of completed offers: offers keep their own as text, in which nothing can be found. */
const swappedNftsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('swapped_nfts')
      .ifNotExists()
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('block', 'bigint', (column) => column.notNull())
      .addColumn('offer_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('swapped_nfts_pk', ['contract', 'token', 'block', 'offer_id'])
      .execute()
    await sql.raw('create index if not exists swapped_nfts_offer on swapped_nfts (offer_id)').execute(db)
    // Of 40 NFTs each, with four values each: within what both engines take in one statement.
    const offersAtOnce = 200
    for (let after = ''; ;) {
      const { rows } = await sql<CompletedOffer>`
        select id, offered, requested, created_block, settled_block from offers
        where settlement = 'completed' and id > ${after} order by id limit ${offersAtOnce}`.execute(db)
      const values = rows.flatMap(({ id, offered, requested, created_block, settled_block }) => {
        const nfts: [string, string][] = [...JSON.parse(offered), ...JSON.parse(requested)]
        return nfts.map(([contract, token]) => sql`(${contract}, ${token}, ${settled_block ?? created_block}, ${id})`)
      })
      if (values.length > 0)
        await sql`insert into swapped_nfts (contract, token, block, offer_id)
          values ${sql.join(values)} on conflict do nothing`.execute(db)
      const last = rows.at(-1)
      if (!last) return
      after = last.id
    }
  },
}

/** The last swaps of a collection, without reading the others of its NFTs. */
const collectionSwapsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw('create index if not exists swapped_nfts_recent on swapped_nfts (contract, block, offer_id)')
      .execute(db)
  },
}

/** What recipients said no to. The users' own words: dropping the index leaves them alone. */
const declinesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('declines')
      .ifNotExists()
      .addColumn('offer_id', 'text', (column) => column.primaryKey())
      .addColumn('declined_by', 'text', (column) => column.notNull())
      .addColumn('at_s', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()
    await sql.raw('create index if not exists declines_at on declines (at_s)').execute(db)
  },
}

/** Whom a wallet has completed a swap with, without reading its offers. */
const counterpartiesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isCompleted = "where settlement = 'completed'"
    await sql.raw(`create index if not exists offers_to on offers (creator, recipient) ${isCompleted}`).execute(db)
    await sql.raw(`create index if not exists offers_from on offers (recipient, creator) ${isCompleted}`).execute(db)
  },
}

/** Gives a column of invitations, and one of its values, the names of decision N7. No release had the old ones. */
const openToMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const to of await missingColumns(db, 'inbound', ['open_to']))
      await db.schema.alterTable('inbound').renameColumn('who', to).execute()
    await sql`update inbound set open_to = 'none' where open_to = 'nobody'`.execute(db)
  },
}

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
  '009-declines': declinesMigration,
  '010-received': receivedMigration,
  '011-swapped-nfts': swappedNftsMigration,
  '012-inbox': inboxMigration,
  '013-push': pushMigration,
  '015-collection-swaps': collectionSwapsMigration,
  '016-traders': tradersMigration,
  '018-counterparties': counterpartiesMigration,
  '019-open-to': openToMigration,
  '020-push-key': pushKeyMigration,
  '021-claimed-nfts': claimedMigration,
  '022-taken-nfts': takenMigration,
  '023-push-gone': pushGoneMigration,
  '024-picture-versions': pictureVersionsMigration,
  '025-table-space': tableSpaceMigration,
}
