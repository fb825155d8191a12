import type pg from 'pg'
import type { PostgresChoice, ServerConfig } from '../config/serverConfig.ts'
import { migrations } from '../db/migrations.ts'
import { connected } from './connected.ts'
import type { NamedPrimary } from './examinePatroni.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'
import { appliedMigrations, schemaFinding } from './schemaFinding.ts'

const what = 'database'

/**
 * Whether PostgreSQL may be written by this user, and servers can lock and listen at the direct URL.
 *
 * @param primary the one that Patroni names, to which both URLs have to lead
 */
export async function examinePostgres(database: PostgresChoice, primary: NamedPrimary | null): Promise<Finding> {
  const { url, directUrl } = database
  const found = await connected(url, (client) => examineSchema(client, database))
  if (typeof found === 'function') return wrong(what, await withSuspect(found('DATABASE_URL'), database, primary))
  if (found.state !== 'fine')
    return primary && found.words === standbyWords ? wrong(what, astray(found, primary)) : found
  const other = primary && (await otherPrimaryFault(url, primary))
  if (other) return wrong(what, other)
  const fault = await directFault(url, directUrl)
  return fault === null ? found : wrong(what, fault)
}

const standbyWords = 'It is a standby, which takes no writes. DATABASE_URL must name the primary.'

const astray = ({ words }: Finding, { name, place }: NamedPrimary): string =>
  `${words} Patroni names ${name} (${place}): look at the health checks of the proxy in between.`

/** Whether a URL leads to another PostgreSQL, by when it was started. */
async function otherPrimaryFault(url: string, { name, place, startedMs }: NamedPrimary): Promise<string | null> {
  if (startedMs === null) return null
  const found = await connected(url, (client) => valueOf(client, startedAt))
  if (typeof found === 'function' || found === null || Math.abs(Number(found) - startedMs) <= sameStartMs) return null
  return `DATABASE_URL leads to another PostgreSQL than ${name} (${place}), which Patroni names primary: what is written there is not replicated. Look at the proxy in between.`
}

const startedAt = 'select (extract(epoch from pg_postmaster_start_time()) * 1000)::bigint::text as value'
/** Patroni rounds. */
const sameStartMs = 1_000

async function examineSchema(client: pg.Client, { migrates }: PostgresChoice): Promise<Finding> {
  // As every server does. A pooler that lends a connection for one statement refuses it.
  await client.query('begin read only')
  const { rows: allowed } = await client.query<{ may: boolean; standby: boolean; readOnly: boolean }>(
    `select has_schema_privilege(current_schema(), 'CREATE') as may, pg_is_in_recovery() as standby,
      current_setting('default_transaction_read_only') = 'on' as "readOnly"`,
  )
  if (allowed[0]?.standby === true) return wrong(what, standbyWords)
  if (allowed[0]?.readOnly === true)
    return wrong(
      what,
      'It takes no writes: default_transaction_read_only is on. Make room on its disk if it is full, and turn it off.',
    )
  if (allowed[0]?.may !== true)
    return wrong(what, 'This user may not make tables there. Grant it CREATE on the schema.')
  const { rows: tables } = await client.query(
    "select to_regclass('kysely_migration') as name where to_regclass('kysely_migration') is not null",
  )
  if (tables.length === 0 && !migrates)
    return wrong(what, 'MIGRATE is off, and the database is empty. Run pnpm migrate.')
  if (tables.length === 0) return fine(what, 'PostgreSQL: empty; the first start makes the tables.')
  const { rows } = await client.query<{ name: string }>(appliedMigrations)
  if (!migrates && rows.length < Object.keys(migrations).length)
    return wrong(
      what,
      `MIGRATE is off, and the schema has ${rows.length} of ${Object.keys(migrations).length} steps. Run pnpm migrate.`,
    )
  return schemaFinding('PostgreSQL', rows)
}

const proxyIsCause = 'it is the proxy in between.'

/** Read replicas that are silent for the same cause as the database: a proxy that leads to both. */
export function behindSameProxy(
  { words }: Finding,
  replicas: readonly Finding[],
  { database }: Pick<ServerConfig, 'database'>,
): readonly Finding[] {
  if (database.engine === 'sqlite' || !words.endsWith(proxyIsCause)) return replicas
  const hostOf = (url: string) => new URL(url).hostname
  return replicas.map((finding, at) =>
    finding.state === 'warning' && hostOf(database.readUrls[at] ?? database.url) === hostOf(database.url)
      ? skipped(finding.what, 'It is behind the proxy that does not answer.')
      : finding,
  )
}

/** Which one it is, where a pooler or a proxy is in front of PostgreSQL. */
async function withSuspect(
  words: string,
  { url, directUrl }: PostgresChoice,
  primary: NamedPrimary | null,
): Promise<string> {
  if (!words.startsWith('It does not answer')) return words
  const answers = async (at: string) =>
    typeof (await connected(at, (client) => valueOf(client, session))) !== 'function'
  if (directUrl !== url && (await answers(directUrl)))
    return `${words} PostgreSQL itself answers at DATABASE_DIRECT_URL: it is the pooler.`
  if (primary && (await answers(primary.url)))
    return `${words} ${primary.name} (${primary.place}), which Patroni names primary, answers: ${proxyIsCause}`
  if (directUrl === url) return words
  return `${words} PostgreSQL itself does not answer at DATABASE_DIRECT_URL either.`
}

/** A running PostgreSQL and its database. Every user may ask. */
const identity = "select pg_postmaster_start_time()::text || ' ' || current_database() as value"
const session = 'select pg_backend_pid()::text as value'

/** Leading, locking and listening need sessions of their own, in the database that all servers write. */
async function directFault(url: string, directUrl: string): Promise<string | null> {
  const isOwn = directUrl !== url
  const name = isOwn ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const found = await connected(directUrl, async (client) => {
    const before = await valueOf(client, session)
    const other = await connected(directUrl, async (second) => {
      await second.query('begin')
      return valueOf(second, session)
    })
    if (typeof other === 'function') return other
    // A pooler hands the session that is idle to the next transaction.
    return { isShared: other === before, database: await valueOf(client, identity) }
  })
  if (typeof found === 'function') return found(name)
  if (found.isShared)
    return `${name} leads to a pooler that shares sessions: two servers could both lead. Set DATABASE_DIRECT_URL to PostgreSQL itself.`
  if (!isOwn) return null
  const expected = await connected(url, (client) => valueOf(client, identity))
  if (typeof expected === 'function') return expected('DATABASE_URL')
  if (expected === found.database) return null
  return 'DATABASE_DIRECT_URL is another database than DATABASE_URL: two servers could both lead. Set both to the same primary.'
}

async function valueOf(client: pg.Client, text: string): Promise<string | null> {
  return (await client.query<{ value: string }>(text)).rows[0]?.value ?? null
}

/** More than a replica should be behind at any moment, in bytes of the primary's log. */
const maxBehindBytes = 16 * 1024 * 1024

/** Whether each read replica answers, and how far it is behind. Servers do without those that don't. */
export async function examineReplicas({ database }: ServerConfig): Promise<Finding[]> {
  if (database.engine === 'sqlite' || database.readUrls.length === 0)
    return [skipped('read replicas', 'DATABASE_READ_URLS is not set: the database answers every read.')]
  const primary = await connected(database.url, async (client) => {
    const { rows } = await client.query<Position>(
      'select pg_current_wal_lsn()::text as position, (select system_identifier from pg_control_system())::text as cluster',
    )
    return rows[0] ?? null
  })
  const position = typeof primary === 'function' ? null : primary
  return Promise.all(database.readUrls.map((url, at) => examineReplica(`read replica ${at + 1}`, url, position)))
}

interface Position {
  readonly position: string
  /** PostgreSQL's own number, which a standby has from its primary. */
  readonly cluster: string
}

async function examineReplica(name: string, url: string, primary: Position | null): Promise<Finding> {
  const found = await connected(url, async (client) => {
    const { rows } = await client.query<{ standby: boolean; behind: string | null; cluster: string }>(
      'select pg_is_in_recovery() as standby, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::text as behind, (select system_identifier from pg_control_system())::text as cluster',
      [primary?.position ?? null],
    )
    return rows[0] ?? null
  })
  if (typeof found === 'function') return warning(name, `${found('DATABASE_READ_URLS')} Its reads go elsewhere.`)
  if (found?.standby !== true)
    return warning(name, 'It is a primary, so it repeats nothing. DATABASE_READ_URLS names standbys.')
  if (primary === null) return skipped(name, 'It answers. The primary did not say how far it is.')
  if (found.cluster !== primary.cluster)
    return warning(name, 'It is a standby of another primary, and would answer wrongly. Look at DATABASE_READ_URLS.')
  if (Number(found.behind) > maxBehindBytes)
    return warning(name, `It is ${Math.round(Number(found.behind) / 1024 ** 2)} MB behind, so it is left out.`)
  return fine(name, 'It answers, and keeps up.')
}
