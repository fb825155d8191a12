import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Coins on either side of an offer, in wei. Repeatable: SQLite cannot add a column only where it is missing. */
export const coinsMigration: Migration = {
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
