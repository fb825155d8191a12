import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type CompiledQuery, Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Logger, pino } from 'pino'
import type { DatabaseChoice } from '../config/serverConfig.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import type { Patience } from './waitForPrimary.ts'
import { createWalCheckpointer } from './walCheckpointer.ts'

/** Opens the configured engine and migrates its schema, unless a PostgreSQL is to be migrated by hand. */
export async function openDatabase(choice: DatabaseChoice, log: Logger, sqliteGuard?: SqliteGuard): Promise<Database> {
  if (choice.engine === 'sqlite') return openSqlite(choice.folder, sqliteGuard)
  // Loading what only one engine needs takes a tenth of a server's start.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(choice, log)
}

/** Brings the schema of the configured database up to date, and ends. PostgreSQL may first be waited for. */
export async function migrateDatabase(choice: DatabaseChoice, patience?: Patience): Promise<void> {
  if (patience && choice.engine === 'postgres') {
    const { waitForPrimary } = await import('./waitForPrimary.ts')
    await waitForPrimary(choice.directUrl, patience)
  }
  const log = pino({ level: 'warn', base: null })
  const db = await openDatabase(choice.engine === 'postgres' ? { ...choice, migrates: true } : choice, log)
  await db.close()
}

const busyTimeoutMs = 5_000
/** Memory-mapped reads avoid one system call per page. */
const mappedBytes = 4 * 1024 ** 3
const pageBytes = 4_096
/** WAL size at which a commit checkpoints, if {@link createWalCheckpointer} can't keep up. */
const longestLogBytes = 64 * 1024 * 1024
/** Routes have few statements, but those with id lists vary by length. */
const maxPrepared = 200

/** Wraps the engine, so that a simulation can inject failures. */
export type SqliteGuard = (database: SqliteDatabase) => SqliteDatabase

/**
 * Opens the embedded database, `parley.sqlite` in `folder`.
 *
 * WAL mode lets readers continue during a write. `synchronous = normal` can lose the last moments in a power cut; they are
 * read from the chain again.
 */
export async function openSqlite(folder: string, guard?: SqliteGuard): Promise<Database> {
  mkdirSync(folder, { recursive: true })
  const guarded = guard ?? ((database: SqliteDatabase) => database)
  const file = join(folder, 'parley.sqlite')
  const writer = new Sqlite(file, { timeout: busyTimeoutMs })
  writer.pragma('journal_mode = WAL')
  writer.pragma('synchronous = NORMAL')
  writer.pragma('journal_size_limit = 0')
  // A simulation is fully determined by its seed, so it runs no threads.
  const log = guard ? null : createWalCheckpointer(file, longestLogBytes)
  if (log) writer.pragma(`wal_autocheckpoint = ${longestLogBytes / pageBytes}`)
  const write = new Kysely<Schema>({ dialect: new SqliteDialect({ database: guarded(withPreparedOnce(writer)) }) })
  await migrate(write)
  const reader = new Sqlite(file, { readonly: true, timeout: busyTimeoutMs })
  reader.pragma(`mmap_size = ${mappedBytes}`)
  const read = new Kysely<Schema>({ dialect: new SqliteDialect({ database: guarded(withPreparedOnce(reader)) }) })
  // There is one write connection, and Kysely runs one transaction on it at a time.
  const change: Database['change'] = (work) =>
    write.connection().execute(async (connection) => {
      try {
        return await connection.transaction().execute(work)
      } finally {
        // A transaction that failed to end would block all others and expose its state to readers.
        if (writer.inTransaction) writer.exec('rollback')
        log?.committed()
      }
    })
  const begin = reader.prepare('begin')
  const end = reader.prepare('commit')
  /** Under way, one within another. The first read in them begins the transaction: often all is in memory. */
  let snapshots = 0
  /** Whether it has begun. Asking the engine before each read takes as long as binding its values. */
  let hasBegun = false
  return {
    engine: 'sqlite',
    read,
    readIndex: read,
    write,
    caughtUp: async () => undefined,
    prepareNow: guard
      ? null
      : <R>({ sql }: CompiledQuery<R>) => {
          const statement = reader.prepare<unknown[], R>(sql)
          return (parameters) => {
            if (snapshots > 0 && !hasBegun) {
              begin.run()
              hasBegun = true
            }
            return statement.all(...parameters)
          }
        },
    snapshotNow: guard
      ? null
      : (work) => {
          snapshots += 1
          try {
            return work()
          } finally {
            snapshots -= 1
            if (snapshots === 0 && hasBegun) {
              // A read that failed may have ended it. One that can't be ended goes on in the next snapshot.
              if (reader.inTransaction) end.run()
              hasBegun = false
            }
          }
        },
    change,
    transact: change,
    leadership: { lead: async () => true, stepDown: async () => undefined, close: async () => undefined },
    nowMs: async () => Date.now(),
    relay: null,
    load: () => ({ connections: 2, waiting: 0, replicas: 0, replicasInUse: 0 }),
    async close() {
      await log?.close()
      await read.destroy()
      await write.destroy()
      // Kysely closes only connections that it has used.
      reader.close()
      writer.close()
    },
  }
}

/** Caches prepared statements: preparing takes as long as running. */
function withPreparedOnce(database: Sqlite.Database): SqliteDatabase {
  const prepared = new LRUCache<string, Sqlite.Statement>({ max: maxPrepared })
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      const statement = database.prepare(sql)
      prepared.set(sql, statement)
      return statement
    },
  }
}
