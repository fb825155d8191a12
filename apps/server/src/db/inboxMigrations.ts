import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

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
