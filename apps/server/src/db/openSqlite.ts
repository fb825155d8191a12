import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { createWalCheckpointer } from './walCheckpointer.ts'

const busyTimeoutMs = 5_000
/** Read through memory, not by a system call a page. */
const mappedBytes = 4 * 1024 ** 3
const pageBytes = 4_096
/** As far as the log may grow before a commit copies it itself: where {@link createWalCheckpointer} does not keep up. */
const longestLogBytes = 64 * 1024 * 1024
/** Statements of the routes are few; those with a list of ids differ by its length. */
const maxPrepared = 200

/** Stands between the product and the engine, where a simulation lets statements fail. */
export type SqliteGuard = (database: SqliteDatabase) => SqliteDatabase

/**
 * Opens the embedded database, `parley.sqlite` in `folder`. Write-ahead logging lets readers go on while one writes;
 * `synchronous = normal` can lose the last moments at a power cut, and the chain gives them again.
 */
export async function openSqlite(folder: string, guard?: SqliteGuard): Promise<Database> {
  mkdirSync(folder, { recursive: true })
  const guarded = guard ?? ((database: SqliteDatabase) => database)
  const file = join(folder, 'parley.sqlite')
  const writer = new Sqlite(file, { timeout: busyTimeoutMs })
  writer.pragma('journal_mode = WAL')
  writer.pragma('synchronous = NORMAL')
  writer.pragma('journal_size_limit = 0')
  // In a simulation nothing goes on beside what follows from its seed, threads neither.
  const log = guard ? null : createWalCheckpointer(file, longestLogBytes)
  if (log) writer.pragma(`wal_autocheckpoint = ${longestLogBytes / pageBytes}`)
  const write = new Kysely<Schema>({ dialect: new SqliteDialect({ database: guarded(withPreparedOnce(writer)) }) })
  await migrate(write)
  const reader = new Sqlite(file, { readonly: true, timeout: busyTimeoutMs })
  reader.pragma(`mmap_size = ${mappedBytes}`)
  const read = new Kysely<Schema>({ dialect: new SqliteDialect({ database: guarded(withPreparedOnce(reader)) }) })
  return {
    engine: 'sqlite',
    read,
    write,
    // There is one writing connection, and Kysely lets one transaction at a time have it.
    change: (work) =>
      write.connection().execute(async (connection) => {
        try {
          return await connection.transaction().execute(work)
        } finally {
          // One whose end failed would be in the way of every other, and of readers who believe it.
          if (writer.inTransaction) writer.exec('rollback')
          log?.committed()
        }
      }),
    leadership: { lead: async () => true, stepDown: async () => undefined, close: async () => undefined },
    relay: null,
    load: () => ({ connections: 2, waiting: 0 }),
    async close() {
      await log?.close()
      await read.destroy()
      await write.destroy()
      // Kysely closes only what it has used.
      reader.close()
      writer.close()
    },
  }
}

/** Preparing a statement takes as long as running it, so each text is prepared once. */
function withPreparedOnce(database: Sqlite.Database): SqliteDatabase {
  const prepared = new Map<string, Sqlite.Statement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      if (prepared.size >= maxPrepared) prepared.clear()
      const statement = database.prepare(sql)
      prepared.set(sql, statement)
      return statement
    },
  }
}
