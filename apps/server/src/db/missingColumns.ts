import type { Kysely } from 'kysely'

/** Those of `columns` that a table lacks. SQLite cannot add a column only where it is missing. */
export async function missingColumns(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const known = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  return columns.filter((column) => !known.includes(column))
}
