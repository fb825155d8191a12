import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations.ts'
import type { Schema } from '../../src/db/schema.ts'
import { engines, givenDatabases, type DatabaseEnv } from '../given/engines.ts'

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

function open({ PARLEY_DATA, DATABASE_URL }: DatabaseEnv): Kysely<Schema> {
  if (DATABASE_URL)
    return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: DATABASE_URL }) }) })
  mkdirSync(PARLEY_DATA, { recursive: true })
  return new Kysely({ dialect: new SqliteDialect({ database: new Sqlite(join(PARLEY_DATA, 'parley.sqlite')) }) })
}

describe.each(engines)('given a database of the first version, on %s', (engine) => {
  const databases = givenDatabases(engine)
  const names = Object.keys(migrations)

  it.each(names.slice(0, -1))(
    'comes up to date from %s with what was in it, and again without a change',
    async (version) => {
      const db = open(await databases.fresh())
      try {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
        const { error } = await migrator.migrateTo(version)
        expect(error).toBeUndefined()
        await db
          .insertInto('offers')
          .values({
            ...offer,
            settlement: null,
            settled_by: null,
            settled_tx_hash: null,
            settled_at_s: null,
            settled_block: null,
          })
          .execute()
        await db.insertInto('checkpoints').values({ consumer: 'offers:x', block: 9, block_hash: '0x12' }).execute()
        await migrate(db)
        await migrate(db)
        const rows = await db.selectFrom('offers').select(['id', 'creator', 'expires_at_s', 'offered_wei']).execute()
        // One engine answers with text.
        expect(rows.map((row) => ({ ...row, expires_at_s: `${row.expires_at_s}` }))).toEqual([
          { id: offer.id, creator: offer.creator, expires_at_s: `${offer.expires_at_s}`, offered_wei: '0' },
        ])
        const checkpoints = await db.selectFrom('checkpoints').select('consumer').execute()
        expect(checkpoints).toEqual([{ consumer: 'offers:x' }])
        const applied = await migrator.getMigrations()
        expect(applied.filter(({ executedAt }) => executedAt === undefined)).toEqual([])
      } finally {
        await db.destroy()
      }
    },
  )
})
