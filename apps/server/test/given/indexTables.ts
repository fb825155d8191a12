import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { SqliteError } from 'better-sqlite3'
import { type Selectable, sql, type Transaction } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import { readConfig } from '../../src/config/readConfig.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase, openSqlite } from '../../src/db/openDatabase.ts'
import type { OffersTable, Schema } from '../../src/db/schema.ts'
import type { DatabaseEnv, Databases } from './engines.ts'
import type { Market } from './market.ts'
import { startTestServer, until } from './testServer.ts'

/** Opens a server's database from outside, to read what it stored. */
export async function openBeside(market: Pick<Market, 'deploymentFile'>, database: DatabaseEnv): Promise<Database> {
  const { deploymentFile } = market
  const config = readConfig({ ...database, DEPLOYMENT_FILE: deploymentFile, RPC_URLS: 'http://127.0.0.1:9' })
  return openDatabase(config.database, pino({ level: 'silent' }))
}

/**
 * Changes a server's database from outside. SQLite waits for a lock by blocking its thread, but the server holding
 * the lock runs in the same thread: so it doesn't wait, and retries once the server has continued.
 */
export async function spoil(
  market: Pick<Market, 'deploymentFile'>,
  database: DatabaseEnv,
  change: (tx: Transaction<Schema>) => Promise<unknown>,
): Promise<void> {
  const db = await openBeside(market, database)
  try {
    if (db.engine === 'sqlite') await sql`pragma busy_timeout = 0`.execute(db.write)
    await until(async () => {
      try {
        await db.write.transaction().execute(change)
        return true
      } catch (error) {
        if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
        throw error
      }
    })
  } finally {
    await db.close()
  }
}

/** A SQLite index in a folder, and the statements by which offers are read. */
export async function openWatched(folder: string): Promise<{ readonly db: Database; readonly asked: Set<string> }> {
  const asked = new Set<string>()
  const db = await openSqlite(folder, (database) => ({
    close: () => database.close(),
    prepare(sql) {
      if (sql.startsWith('select') && sql.includes('"offers"')) asked.add(sql)
      return database.prepare(sql)
    },
  }))
  return { db, asked }
}

/** Everything that the index holds of offers, in the same order on both engines. */
export async function offerRows(db: Database): Promise<readonly Selectable<OffersTable>[]> {
  const rows = await db.read.selectFrom('offers').selectAll().execute()
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

interface Replay {
  readonly market: Market
  /** Provides a database for the replay. */
  readonly databases: Databases
}

/**
 * Waits until an index has the same offers as one rebuilt without faults. No trades may happen while it runs.
 *
 * @returns the number of offers.
 */
export async function expectCleanReplay(database: DatabaseEnv, { market, databases }: Replay): Promise<number> {
  const clean = await databases.fresh()
  const reference = await startTestServer(market, clean)
  const head = Number(await market.chain.client.getBlockNumber())
  const [ours, theirs] = [await openBeside(market, database), await openBeside(market, clean)]
  try {
    await until(async () => reference.indexer.status().indexedBlock === head)
    const wanted = await offerRows(theirs)
    await until(async () => JSON.stringify(await offerRows(ours)) === JSON.stringify(wanted)).catch(() => undefined)
    expect(await offerRows(ours)).toEqual(wanted)
    return wanted.length
  } finally {
    await Promise.all([ours.close(), theirs.close(), reference.stop()])
  }
}

/** Where to cut a connection at COMMIT: before the database receives it, or before its answer is forwarded. */
type Cut = 'before' | 'after'

interface CommitCutter {
  /** The DATABASE_URL through this proxy. */
  readonly url: string
  /** Cuts the next committing connections in these ways. */
  cut(how: readonly Cut[]): void
  /** How many were cut. */
  done(): number
  stop(): Promise<void>
}

/** A proxy to PostgreSQL that breaks during COMMIT. `target` is a DATABASE_URL with a socket's folder as its host. */
export async function cutAtCommit(target: string): Promise<CommitCutter> {
  const { pathname, searchParams } = new URL(target.replace('postgres://', 'http://any'))
  const path = `${searchParams.get('host')}/.s.PGSQL.5432`
  const open = new Set<Socket>()
  let planned: Cut[] = []
  let cuts = 0

  const server = createServer((client) => {
    const database = connect(path)
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    let isDeaf = false
    client.on('data', (chunk: Buffer) => {
      const how = /commit/i.test(chunk.toString('latin1')) ? planned.shift() : undefined
      if (how !== undefined) cuts += 1
      if (how === 'before') return end()
      isDeaf = how === 'after'
      database.write(chunk)
    })
    // The answer arrived, so it was committed, but the client never sees it.
    database.on('data', (chunk: Buffer) => void (isDeaf ? end() : client.write(chunk)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port is expected')
  return {
    url: `postgres://parley@127.0.0.1:${address.port}${pathname}`,
    cut(how) {
      planned = [...how]
    },
    done: () => cuts,
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
