import { z } from 'zod'
import type { ServerConfig } from '../config/serverConfig.ts'
import { leaderLock } from '../db/postgres.ts'
import { askJson, askStatus } from './askJson.ts'
import { connected } from './connected.ts'
import { type Finding, fine, skipped, warning } from './Finding.ts'

/** The server that this configuration is of, where it runs. */
export interface OwnServer {
  readonly url: string
  readonly lead: 'own' | 'other' | 'disputed' | undefined
}

const healthSchema = z.looseObject({
  ready: z.boolean(),
  lead: z.optional(z.enum(['own', 'other', 'disputed'])),
})

export async function findOwnServer({ host, port }: Pick<ServerConfig, 'host' | 'port'>): Promise<OwnServer | null> {
  if (port === 0) return null
  const anywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const url = `http://${anywhere[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`
  const health = await askJson(`${url}/health`, healthSchema)
  return 'answer' in health ? { url, lead: health.answer.lead } : null
}

/** Half of what `openssl rand -hex 16` makes. */
const fewestCharacters = 16
const fewestDifferent = 6

/** Whether METRICS_TOKEN is there, hard to guess, and what the running server asks for. */
export async function examineMetricsToken(
  { metricsToken, prometheusUrl, deployment }: Pick<ServerConfig, 'metricsToken' | 'prometheusUrl' | 'deployment'>,
  own: OwnServer | null,
): Promise<Finding> {
  const what = 'metrics token'
  if (metricsToken === null && deployment.network === 'local')
    return skipped(what, 'METRICS_TOKEN is not set: this machine alone may read /metrics.')
  if (metricsToken === null && prometheusUrl === null)
    return skipped(what, 'METRICS_TOKEN is not set: /metrics answers 404, and nothing can watch the server.')
  if (metricsToken === null)
    return warning(
      what,
      'METRICS_TOKEN is not set, so /metrics answers 404 to Prometheus as well. Make one by openssl rand -hex 24.',
    )
  if (metricsToken.length < fewestCharacters || new Set(metricsToken).size < fewestDifferent)
    return warning(what, 'METRICS_TOKEN can be guessed: it is too short or too even. Make one by openssl rand -hex 24.')
  if (own === null) return fine(what, 'It is long enough. No server of these settings is running.')
  const status = await askStatus(`${own.url}/metrics`, { authorization: `Bearer ${metricsToken}` })
  if (status === 200) return fine(what, 'It is long enough, and the running server takes it.')
  return warning(
    what,
    `The server at ${own.url} refuses it (${status}): it was started with another. Restart it, or look at METRICS_TOKEN.`,
  )
}

/** How many servers have a session in the database, and how many of them hold the lead. */
export interface DatabaseServers {
  readonly running: number
  readonly leading: number
}

/** A user sees the sessions of its own, which all servers have in common. */
const statement = `select
  (select count(*) from pg_stat_activity where datname = current_database() and usename = current_user
    and application_name like 'parley_voice %')::int as running,
  (select count(*) from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
    and database = (select oid from pg_database where datname = current_database()))::int as leading`

export async function findServers({ database }: Pick<ServerConfig, 'database'>): Promise<DatabaseServers | null> {
  if (database.engine === 'sqlite') return null
  const found = await connected(database.directUrl, async (client) => {
    const { rows } = await client.query<DatabaseServers>(statement, [leaderLock])
    return rows[0] ?? null
  })
  return typeof found === 'function' ? null : found
}

/**
 * Whether one server leads, and no other thinks so too.
 *
 * @param leaders by what Prometheus has read; null where it can't be asked
 */
export function examineLeader(
  servers: DatabaseServers | null,
  { own, leaders }: { readonly own: OwnServer | null; readonly leaders: readonly string[] | null },
): Finding {
  const what = 'leader'
  if (leaders !== null && leaders.length > 1)
    return warning(
      what,
      `${leaders.join(' and ')} both think that they lead. They use two databases, or one reaches the lock through a pooler: compare DATABASE_URL and DATABASE_DIRECT_URL of all. No block is written twice.`,
    )
  if (own?.lead === 'disputed')
    return warning(
      what,
      `The server at ${own.url} and another one both thought within the last minute that they lead. It has given way, and nothing was written twice. If it comes again, look at the way from it to DATABASE_DIRECT_URL.`,
    )
  if (servers === null) return skipped(what, 'One server of a SQLite database leads, or the database does not answer.')
  if (servers.running === 0) return skipped(what, 'No server is running.')
  if (servers.leading === 0)
    return warning(
      what,
      `${servers.running === 1 ? 'The one running server does not lead' : `None of the ${servers.running} running servers leads`}, so nothing is indexed. It hears no endpoint of RPC_URLS, or can't reach DATABASE_DIRECT_URL: its log says which.`,
    )
  return fine(
    what,
    servers.running === 1 ? 'The one running server leads.' : `One of ${servers.running} servers leads.`,
  )
}
