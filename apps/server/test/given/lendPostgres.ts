import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../../testkit/src/postgres.ts'
import { serveHttp } from '../../../../testkit/src/serveHttp.ts'
import type { Schema } from '../../src/db/schema.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers each request with the DATABASE_URL of a new database, migrated and empty. */
    databases: string
  }
}

/** Four files at once have several servers each. */
const connections = 500

/**
 * Vitest's global set-up: one PostgreSQL for all files of a run, started for the first that asks. Each file with one of
 * its own took a second of processor time, mostly for starting, migrating and stopping it.
 */
export default async function lendPostgres(project: TestProject): Promise<() => Promise<void>> {
  const stack = new AsyncDisposableStack()
  let opened: ReturnType<typeof openPostgres> | undefined
  const { url, stop } = await serveHttp((_request, response) => {
    ;(opened ??= openPostgres(stack))
      .then((create) => create())
      .then(
        (url) => response.end(url),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  stack.defer(stop)
  project.provide('databases', url)
  return () => stack.disposeAsync()
}

async function openPostgres(stack: AsyncDisposableStack): Promise<() => Promise<string>> {
  // With 150 databases, vacuuming them took a seventh of a processor.
  const postgres = await startPostgres({ connections, vacuums: false })
  stack.defer(() => postgres.stop())
  const template = await postgres.createDatabase('migrated')
  const urlOf = (name: string): string => template.replace('/migrated?', `/${name}?`)
  // Loaded by those runs alone that need it.
  const { migrate } = await import('../../src/db/migrate.ts')
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: template }) }),
  })
  await migrate(db)
  await db.destroy()
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  // The next request for a database fails with it.
  client.on('error', () => undefined)
  await client.connect()
  stack.defer(() => client.end())
  let count = 0
  return async () => {
    const name = `parley${(count += 1)}`
    // A fifth of the time of `createdb`, which writes all of it to the log as well.
    await client.query(`create database ${name} template migrated strategy file_copy`)
    return urlOf(name)
  }
}
