import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseChoice, readConfig } from '../../src/config/readConfig.ts'
import { ConfigError } from '../../src/config/serverConfig.ts'
import { migrateDatabase } from '../../src/db/openDatabase.ts'
import { openPool } from '../../src/db/postgres.ts'
import { askPostgres as ask, ownDatabases, type DatabaseEnv } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until } from '../given/testServer.ts'

let market: Market
const databases = ownDatabases('postgres')
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

/** The same database as another user, by whom PostgreSQL lists connections. */
const as = ({ DATABASE_URL }: DatabaseEnv, user: string): string => DATABASE_URL.replace('user=parley', `user=${user}`)

describe('given a pooler in front of PostgreSQL', () => {
  it('holds the lead and hears of changes past it, and takes no more readers than it may', async () => {
    const database = await databases.fresh()
    for (const user of ['pooled', 'straight']) await ask(database.DATABASE_URL, `create role ${user} superuser login`)
    const env = { DATABASE_URL: as(database, 'pooled'), DATABASE_DIRECT_URL: as(database, 'straight') }
    const server = await startTestServer(market, { ...database, ...env }, { DATABASE_READERS: '3' })
    try {
      const id = await market.offer()
      // An offer can also be looked up on the chain, before this server leads.
      await server.indexer.catchUp()
      await Promise.all(Array.from({ length: 40 }, () => server.raw(`/api/swap-offers/${id}`)))

      const locks =
        "select usename from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = 43114002"
      expect(await ask(database.DATABASE_URL, locks)).toEqual([{ usename: 'straight' }])
      const hearing = "select distinct usename from pg_stat_activity where query ilike 'listen%'"
      expect(await ask(database.DATABASE_URL, hearing)).toEqual([{ usename: 'straight' }])
      const pooled = "select count(*)::int as count from pg_stat_activity where usename = 'pooled'"
      // Two to write, two for the turns of voice rooms.
      const [{ count } = {}] = await ask(database.DATABASE_URL, pooled)
      expect(count).toBeLessThanOrEqual(3 + 2 + 2)
      // One leads, one hears of changes, one is the line between the voice rooms of servers.
      const direct = "select count(*)::int as count from pg_stat_activity where usename = 'straight'"
      // The processes of those that migrated end a moment after them.
      await expect.poll(() => ask(database.DATABASE_URL, direct)).toEqual([{ count: 3 }])
    } finally {
      await server.stop()
    }
  })

  it.each([
    ['DATABASE_DIRECT_URL', 'mysql://127.0.0.1/parley'],
    ['DATABASE_READ_URLS', 'postgres://one.example/parley,two.example'],
    ['DATABASE_READERS', '0'],
    ['MIGRATE', 'no'],
  ])('refuses %s=%s', (name, value) => {
    const env = { DATABASE_URL: 'postgres:///parley', DEPLOYMENT_FILE: market.deploymentFile, [name]: value }
    expect(() => readConfig(env)).toThrow(ConfigError)
  })
})

describe('given a PostgreSQL that answers no more, without closing a connection', () => {
  /** A way to the database that can be made to carry nothing. */
  async function openWay(url: string) {
    const { searchParams } = new URL(url)
    const socketFile = `${searchParams.get('host')}/.s.PGSQL.5432`
    const open: Socket[] = []
    const way = createServer((client) => {
      const beyond = connect(socketFile)
      open.push(client, beyond)
      for (const socket of [client, beyond]) socket.on('error', () => undefined)
      client.pipe(beyond).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(way, 'listening')
    const address = way.address()
    if (address === null || typeof address === 'string') throw new TypeError('a port is expected')
    searchParams.set('host', '127.0.0.1')
    searchParams.set('port', String(address.port))
    return {
      url: `${url.split('?')[0]}?${searchParams.toString()}`,
      silence: () => open.splice(0).forEach((socket) => socket.unpipe().pause()),
      close: () => way.close(),
    }
  }

  it('gives a connection up, says that it timed out, and opens another', async () => {
    const way = await openWay((await databases.fresh()).DATABASE_URL)
    const pool = openPool(way.url, { connections: 1, statementTimeoutMs: 2_000, log: pino({ level: 'silent' }) })
    try {
      await pool.query('select 1')
      way.silence()
      await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
      await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 1 })
    } finally {
      await pool.end()
      way.close()
    }
  })
})

describe('given a server that is stopped as soon as it has started', () => {
  it('closes every connection, those still being opened too', async () => {
    const database = await databases.fresh()
    const server = await startTestServer(market, database)
    await server.stop()
    const others = 'select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    // PostgreSQL ends a process for each connection, a moment after that has been closed.
    await expect.poll(() => ask(database.DATABASE_URL, others)).toEqual([])
  })
})

describe('given a schema that is migrated by hand', () => {
  it('starts no server before, names what is missing, and starts one after', async () => {
    const database = await databases.fresh()
    const start = () => startTestServer(market, database, { MIGRATE: 'off' })
    await expect(start()).rejects.toThrow(
      /^MIGRATE is off, and the database lacks 001-offers, .* Run pnpm migrate first\.$/,
    )
    const tables = "select count(*)::int as count from information_schema.tables where table_name = 'offers'"
    expect(await ask(database.DATABASE_URL, tables)).toEqual([{ count: 0 }])

    await migrateDatabase({
      engine: 'postgres',
      url: database.DATABASE_URL,
      directUrl: database.DATABASE_URL,
      readUrls: [],
      standbys: 0,
      readers: 1,
      migrates: false,
    })
    const server = await start()
    await server.stop()
  })
})

describe('given a database whose statements may run for a tenth of a second', () => {
  it('waits as long as another server migrates, and doesn’t wait where nothing is missing', async () => {
    const database = await databases.fresh()
    // The test's own statements take as long as a slow machine needs.
    const patient = `${database.DATABASE_URL}&options=${encodeURIComponent('-c statement_timeout=0')}`
    await ask(patient, "alter role parley set statement_timeout = '100ms'")
    const choice = databaseChoice(database)
    // What the migrator of another server holds.
    const other = new pg.Client(patient)
    await other.connect()
    try {
      await other.query('begin')
      await other.query('select pg_advisory_xact_lock(3853314791062309107)')
      const migrated = migrateDatabase(choice)
      migrated.catch(() => undefined)
      const waiting = "select 1 from pg_stat_activity where wait_event = 'advisory' and now() - query_start > '300ms'"
      await until(async () => (await ask(patient, waiting)).length > 0)
      await other.query('commit')
      await migrated

      await other.query('begin')
      await other.query('select pg_advisory_xact_lock(3853314791062309107)')
      await migrateDatabase(choice)
    } finally {
      await other.end()
      await ask(patient, 'alter role parley reset statement_timeout')
    }
  })
})

/** `node tools/commands/migrate.ts …`: what it says, and how it ends. */
function migrateCommand(url: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['tools/commands/migrate.ts', ...args], {
    cwd: join(import.meta.dirname, '../../../..'),
    env: { PATH: process.env['PATH'] ?? '', NETWORK: 'avalanche', DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer) => (said += chunk.toString())
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return { said: () => said, ended: once(child, 'close').then(([code]: unknown[]) => code) }
}

describe('given pnpm migrate --wait', () => {
  const tables = "select count(*)::int as count from information_schema.tables where table_name = 'offers'"

  it('waits for a PostgreSQL that starts later, says so once, and migrates it', async () => {
    const { DATABASE_URL } = await databases.fresh()
    let waiting: ReturnType<typeof migrateCommand> | undefined
    await databases.postgres().restart('fast', async () => {
      waiting = migrateCommand(DATABASE_URL, ['--wait', '300'])
      await expect.poll(() => waiting?.said()).toMatch(/^Waiting for a primary: connect ENOENT/)
    })
    expect(await waiting?.ended).toBe(0)
    expect(waiting?.said()).toContain('The database is up to date.')
    expect(waiting?.said().match(/connect ENOENT/g)).toHaveLength(1)
    expect(await ask(DATABASE_URL, tables)).toEqual([{ count: 1 }])
  })

  it('takes no standby for a primary, and ends with 1 when the time is up', async () => {
    const { DATABASE_URL } = await databases.fresh()
    const replica = await databases.postgres().startReplica()
    try {
      const waiting = migrateCommand(replica.url(new URL(DATABASE_URL).pathname.slice(1)), ['--wait', '1'])
      expect(await waiting.ended).toBe(1)
      expect(waiting.said()).toMatch(/^DATABASE_URL led to no primary within 1 s: it takes no writes, as a standby$/m)
    } finally {
      await replica.stop()
    }
  })

  it('refuses a time that is no number of seconds', async () => {
    const waiting = migrateCommand('postgres:///parley', ['--wait', 'long'])
    expect(await waiting.ended).toBe(1)
    expect(waiting.said()).toContain('--wait takes seconds, like 120.')
  })
})
