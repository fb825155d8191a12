import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { missingColumns } from './missingColumns.ts'

interface OfferSides {
  readonly id: string
  readonly offered: string
  readonly requested: string
}

/**
 * What a trader's page counts (decision I4). The collections of each offer, and indexes from which a wallet's counts are
 * read without its offers.
 */
export const tradersMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of await missingColumns(db, 'offers', ['collections'])) {
      await db.schema
        .alterTable('offers')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo('[]'))
        .execute()
    }
    await fillCollections(db)
    for (const statement of indexes) await sql.raw(statement).execute(db)
  },
}

const offersAtOnce = 500

async function fillCollections(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<OfferSides>`
      select id, offered, requested from offers where id > ${after} order by id limit ${offersAtOnce}`.execute(db)
    // Most offers have the same few collections, so they are written set by set.
    const sets = new Map<string, string[]>()
    for (const row of rows) {
      const collections = collectionsText(row)
      sets.set(collections, [...(sets.get(collections) ?? []), row.id])
    }
    for (const [collections, ids] of sets)
      await sql`update offers set collections = ${collections} where id in (${sql.join(ids)})`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

function collectionsText({ offered, requested }: OfferSides): string {
  const nfts: [string, string][] = [...JSON.parse(offered), ...JSON.parse(requested)]
  return JSON.stringify([...new Set(nfts.map(([contract]) => contract))].toSorted())
}

const completed = (role: string, other: string): string =>
  `create index if not exists offers_completed_${role} on offers
   (${role}, (coalesce(settled_block, created_block)) desc, id desc, ${other}, collections) where settlement = 'completed'`

const indexes = [
  completed('creator', 'recipient'),
  completed('recipient', 'creator'),
  'create index if not exists offers_open_expiry on offers (creator, expires_at_s) where settlement is null',
  'create index if not exists offers_settled_by on offers (settled_by, settled_block, settled_at_s) where settled_at_s is not null',
]
