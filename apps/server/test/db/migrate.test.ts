import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations.ts'
import { openDatabase, openSqlite, type SqliteGuard } from '../../src/db/openDatabase.ts'
import type { Schema } from '../../src/db/schema.ts'
import { type DatabaseEnv, engines, ownDatabases } from '../given/engines.ts'
import { type Market, openMarket } from '../given/market.ts'
import { startServerProcess } from '../given/serverProcess.ts'
import { until } from '../given/testServer.ts'

const offer = {
  id: `0x${'1'.repeat(64)}`,
  escrow: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  creator: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  recipient: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  offered: '[]',
  requested: '[]',
  created_tx_hash: `0x${'2'.repeat(64)}`,
  created_at_s: 1_700_000_000,
  created_block: 5,
  created_log_index: 0,
  expires_at_s: 1_700_003_600,
  unreturned: '[]',
} as const

const idOf = (at: number) => `0x${String(at).padStart(64, '0')}` as const

/** A database for each version, instead of one that passes through all. */
const isFullLength = process.env['MIGRATED_FROM'] === 'each'

function open({ PARLEY_DATA, DATABASE_URL }: DatabaseEnv): Kysely<Schema> {
  if (DATABASE_URL) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL })
    // PostgreSQL may stop while a connection is closing. The pool reports idle ones, each client the others.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return new Kysely({ dialect: new PostgresDialect({ pool }) })
  }
  mkdirSync(PARLEY_DATA, { recursive: true })
  return new Kysely({ dialect: new SqliteDialect({ database: new Sqlite(join(PARLEY_DATA, 'parley.sqlite')) }) })
}

describe.each(engines)('given a database of the first version, on %s', (engine) => {
  const databases = ownDatabases(engine)
  const names = Object.keys(migrations)

  const before = names.slice(0, -1)
  const walks = isFullLength
    ? before.map((version) => ({ from: version, versions: [version] }))
    : [{ from: 'every version', versions: before }]

  it.each(walks)(
    'comes up to date from $from with what was in it, and again without a change',
    async ({ versions }) => {
      const db = open(await databases.fresh())
      try {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
        const added = versions.map((version, at) => ({ version, id: idOf(at), consumer: `offers:${version}` }))
        for (const { version, id, consumer } of added) {
          const { error } = await migrator.migrateTo(version)
          expect(error).toBeUndefined()
          await db
            .insertInto('offers')
            .values({
              ...offer,
              id,
              settlement: null,
              settled_by: null,
              settled_tx_hash: null,
              settled_at_s: null,
              settled_block: null,
            })
            .execute()
          await db.insertInto('checkpoints').values({ consumer, block: 9, block_hash: '0x12' }).execute()
        }
        await migrate(db)
        await migrate(db)
        const rows = await db
          .selectFrom('offers')
          .select(['id', 'creator', 'expires_at_s', 'offered_wei'])
          .orderBy('id')
          .execute()
        // One engine returns text.
        expect(rows.map((row) => ({ ...row, expires_at_s: `${row.expires_at_s}` }))).toEqual(
          added.map(({ id }) => ({
            id,
            creator: offer.creator,
            expires_at_s: `${offer.expires_at_s}`,
            offered_wei: '0',
          })),
        )
        const checkpoints = await db.selectFrom('checkpoints').select('consumer').orderBy('consumer').execute()
        expect(checkpoints).toEqual(added.map(({ consumer }) => ({ consumer })))
        const applied = await migrator.getMigrations()
        expect(applied.filter(({ executedAt }) => executedAt === undefined)).toEqual([])
      } finally {
        await db.destroy()
      }
    },
  )

  it.runIf(engine === 'postgres')('outlives the end of PostgreSQL under an idle connection', async () => {
    const db = open(await databases.fresh())
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    await databases.postgres().restart('immediate')
    await db.destroy()
  })

  it('finds the swaps that were completed before there was a history of them', async () => {
    const db = open(await databases.fresh())
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
      await migrator.migrateTo('010-received')
      const nfts = [1, 2].map((id) => JSON.stringify([[offer.escrow, String(id)]]))
      const settled = { settlement: 'completed', settled_by: null, settled_tx_hash: null, settled_at_s: null } as const
      const rows = Array.from({ length: 202 }, (_, at) => ({
        ...offer,
        ...settled,
        id: idOf(at),
        offered: nfts[0] ?? '',
        requested: nfts[1] ?? '',
        settled_block: at === 0 ? null : 10 + at,
      }))
      await db.insertInto('offers').values(rows).execute()
      await db
        .insertInto('offers')
        .values({ ...offer, ...settled, settlement: null, settled_block: null })
        .execute()
      await migrate(db)
      const found = await db
        .selectFrom('swapped_nfts')
        .selectAll()
        .where('token', '=', '2')
        .orderBy('block', 'desc')
        .execute()
      expect(found.map(({ block }) => `${block}`)).toEqual(
        [...Array.from({ length: 201 }, (_, at) => 211 - at), 5].map(String),
      )
    } finally {
      await db.destroy()
    }
  })

  it('keeps the names of tokens, whose pictures have no version until their metadata are read again', async () => {
    const db = open(await databases.fresh())
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
      await migrator.migrateTo('023-push-gone')
      await db.insertInto('token_names').values({ contract: '0x1', token: '7', name: 'Sunny', read_at_s: 5 }).execute()
      await migrate(db)
      const rows = await db.selectFrom('token_names').select(['name', 'picture']).execute()
      expect(rows).toEqual([{ name: 'Sunny', picture: '' }])
    } finally {
      await db.destroy()
    }
  })

  it('names the collections of the offers that were there before they were counted', async () => {
    const db = open(await databases.fresh())
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
      await migrator.migrateTo('011-swapped-nfts')
      const side = (...contracts: readonly string[]) => JSON.stringify(contracts.map((contract) => [contract, '7']))
      const open = {
        settlement: null,
        settled_by: null,
        settled_tx_hash: null,
        settled_at_s: null,
        settled_block: null,
      }
      const { creator, recipient } = offer
      const rows = [
        { id: `0x${'a'.repeat(64)}`, offered: side(recipient, creator, recipient), requested: side(creator) },
        { id: `0x${'b'.repeat(64)}`, offered: side(creator), requested: side() },
      ] as const
      await db
        .insertInto('offers')
        .values(rows.map((row) => ({ ...offer, ...open, ...row })))
        .execute()
      await migrate(db)
      const found = await db.selectFrom('offers').select('collections').orderBy('id').execute()
      expect(found.map(({ collections }) => JSON.parse(collections))).toEqual([[recipient, creator], [creator]])
    } finally {
      await db.destroy()
    }
  })
})

const newest = Object.keys(migrations).at(-1)

/** Simulates a kill at the nth statement, as far as the disk can tell. */
function dyingAt(statement: number): { guard: SqliteGuard; hasDied: () => boolean } {
  let left = statement
  const count = <T>(run: () => T): T => {
    left -= 1
    if (left < 0) throw new Error('died')
    return run()
  }
  return {
    hasDied: () => left < 0,
    guard: (database) => ({
      close: () => database.close(),
      prepare(sql) {
        const prepared = database.prepare(sql)
        return {
          reader: prepared.reader,
          all: (parameters) => count(() => prepared.all(parameters)),
          run: (parameters) => count(() => prepared.run(parameters)),
          iterate: (parameters) => count(() => prepared.iterate(parameters)),
        }
      },
    }),
  }
}

describe('given a server that dies in a migration of SQLite', () => {
  const databases = ownDatabases('sqlite')

  it('finishes it at the next start, whatever the statement it died at', async () => {
    const shapes = new Set<string>()
    for (let statement = 0; ; statement += 1) {
      const { PARLEY_DATA } = await databases.fresh()
      const { guard, hasDied } = dyingAt(statement)
      const first = await openSqlite(PARLEY_DATA, guard).catch(() => null)
      await first?.close()
      const again = await openDatabase({ engine: 'sqlite', folder: PARLEY_DATA }, pino({ level: 'silent' }))
      await again.close()
      shapes.add(shapeOf(PARLEY_DATA))
      if (!hasDied()) break
    }
    expect(shapes.size).toBe(1)
  })

  function shapeOf(folder: string): string {
    const db = new Sqlite(join(folder, 'parley.sqlite'), { readonly: true })
    try {
      const schema = db.prepare('select type, name, sql from sqlite_master order by type, name').all()
      return JSON.stringify([schema, db.prepare('select name from kysely_migration order by name').all()])
    } finally {
      db.close()
    }
  }
})

describe('given servers that are killed in a migration of PostgreSQL', () => {
  const databases = ownDatabases('postgres')
  let market: Market
  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(() => market.stop())

  it('finishes it at the next start', async () => {
    const database = await databases.fresh()
    const admin = new pg.Client({ connectionString: database.DATABASE_URL })
    await admin.connect()
    try {
      // A table isn't made before its lock is free, so that there is a middle.
      await admin.query(`create function dawdle() returns event_trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(hashtext(object_identity))
        from pg_event_trigger_ddl_commands() where command_tag = 'CREATE TABLE'; end $$`)
      await admin.query('create event trigger dawdle on ddl_command_end execute function dawdle()')
      for (const table of ['offers', 'token_names']) {
        const lock = `hashtext('public.${table}')`
        await admin.query(`select pg_advisory_lock(${lock})`)
        const server = startServerProcess(market, database)
        await until(() => isMaking(admin, table))
        await server.kill()
        await admin.query(`select pg_advisory_unlock(${lock})`)
        // Its work ends with its connection.
        await until(async () => !(await isMaking(admin, table)))
      }
      await admin.query('drop event trigger dawdle')
      const server = startServerProcess(market, database)
      try {
        const url = await server.url()
        await until(async () => (await fetch(new URL('/health', url))).ok)
        const { rows } = await admin.query<{ name: string }>('select name from kysely_migration order by name')
        expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
        expect(rows.at(-1)?.name).toBe(newest)
      } finally {
        await server.kill()
      }
    } finally {
      await admin.end()
    }
  })

  async function isMaking(admin: pg.Client, table: string): Promise<boolean> {
    const { rows } = await admin.query(
      `select 1 from pg_stat_activity where state = 'active' and query ilike $1 and pid <> pg_backend_pid()`,
      [`create table%"${table}"%`],
    )
    return rows.length > 0
  }
})
