import { migrations } from '../db/migrations.ts'
import { type Finding, fine, wrong } from './Finding.ts'

export const appliedMigrations = 'select name from kysely_migration'

/** Whether the schema is one that this version knows. */
export function schemaFinding(engine: string, rows: readonly { name: string }[]): Finding {
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown)
    return wrong(
      'database',
      `A newer version has written it (${unknown.name}). Run that version, or drop the database.`,
    )
  const steps = `${rows.length} of ${Object.keys(migrations).length} steps of its schema`
  return fine('database', `${engine} answers, with ${steps}.`)
}
