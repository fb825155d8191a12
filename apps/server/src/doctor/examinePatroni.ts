import { z } from 'zod'
import type { PostgresChoice, ServerConfig } from '../config/serverConfig.ts'
import { askJson, type Asked } from './askJson.ts'
import { connected } from './connected.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'

const what = 'patroni'
/** More than a standby should be behind at any moment. HAProxy's file has the same. */
const maxBehindBytes = 16 * 1024 ** 2

const statusSchema = z.looseObject({
  state: z.string(),
  role: z.optional(z.string()),
  timeline: z.optional(z.int()),
  postmaster_start_time: z.optional(z.nullable(z.string())),
  failsafe_mode_is_active: z.optional(z.boolean()),
  pause: z.optional(z.boolean()),
  xlog: z.optional(z.looseObject({ paused: z.optional(z.nullable(z.boolean())) })),
  replication: z.optional(z.array(z.looseObject({ application_name: z.string(), state: z.optional(z.string()) }))),
  patroni: z.looseObject({ scope: z.string() }),
})
const clusterSchema = z.looseObject({
  members: z.array(
    z.looseObject({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      api_url: z.optional(z.string()),
      host: z.optional(z.string()),
      port: z.optional(z.int()),
      timeline: z.optional(z.union([z.int(), z.string()])),
      lag: z.optional(z.union([z.int(), z.string()])),
    }),
  ),
})
type Status = z.output<typeof statusSchema>
type Member = z.output<typeof clusterSchema>['members'][number]

/** The PostgreSQL that Patroni names primary. */
export interface NamedPrimary {
  readonly name: string
  readonly place: string
  /** Its address, with the servers' own user and database. */
  readonly url: string
  /** When it was started, unix milliseconds; null where Patroni doesn't say. */
  readonly startedMs: number | null
}

export interface PatroniLook {
  readonly finding: Finding
  /** Null where none is named, or Patroni isn't asked. */
  readonly primary: NamedPrimary | null
  /** What else fails for the same cause: nothing takes writes, or a standby is away. */
  readonly explains: 'nothing' | 'no primary' | 'standby'
}

/** Whether one member alone takes writes, and the others receive them and could take over. */
export async function examinePatroni({
  database,
  patroniUrls,
}: Pick<ServerConfig, 'database' | 'patroniUrls'>): Promise<PatroniLook> {
  const nothing = { primary: null, explains: 'nothing' } as const
  if (database.engine === 'sqlite') return { ...nothing, finding: skipped(what, 'SQLite has none.') }
  if (patroniUrls.length === 0)
    return { ...nothing, finding: skipped(what, 'PATRONI_URLS is not set, so it is not known which PostgreSQL leads.') }
  const asked = await Promise.all(
    patroniUrls.map(async (url) => ({ url, status: await askJson(`${url}/patroni`, statusSchema) })),
  )
  const [first] = asked
  if (asked.every(({ status }) => 'silence' in status))
    return {
      ...nothing,
      finding: warning(
        what,
        `None of PATRONI_URLS answers (${silenceIn(first?.status)}), so nothing takes over if the primary fails. Are they running, and these the addresses of their REST interfaces (port 8008)?`,
      ),
    }
  const members = await membersBy(asked)
  return judge(database, { asked, members })
}

interface Look {
  readonly asked: readonly { readonly url: string; readonly status: Asked<Status> }[]
  /** Null where none of them knows: they don't reach etcd. */
  readonly members: readonly Member[] | null
}

async function membersBy(asked: Look['asked']): Promise<readonly Member[] | null> {
  for (const { url, status } of asked) {
    if ('silence' in status) continue
    const cluster = await askJson(`${url}/cluster`, clusterSchema)
    if ('answer' in cluster && cluster.answer.members.length > 0) return cluster.answer.members
  }
  return null
}

async function judge(database: PostgresChoice, look: Look): Promise<PatroniLook> {
  const { asked, members } = look
  const statuses = asked.flatMap(({ status }) => ('answer' in status ? [status.answer] : []))
  const leader = members?.find(({ role, state }) => isLeader(role) && isUp(state)) ?? null
  const primary = leader && primaryOf(database, leader, statusAt(look, leader))
  const found = (finding: Finding, explains: PatroniLook['explains'] = 'nothing') => ({ finding, primary, explains })
  const writers = await writersAmong(database, members ?? [])
  if (writers.length > 1) return found(bothWrite(look, writers, leader), 'standby')
  if (members === null || statuses.some((status) => status.failsafe_mode_is_active)) {
    const goesOn = statuses.some(({ role, state }) => isLeader(role ?? '') && isUp(state))
    return goesOn
      ? found(
          warning(
            what,
            'It does not reach etcd. The primary goes on, but nothing takes over if it fails. Start etcd, or look at its log.',
          ),
        )
      : found(
          wrong(what, 'It does not reach etcd, so no member leads and nothing takes writes. Start etcd.'),
          'no primary',
        )
  }
  if (leader === null) {
    const states = members.map(({ name, role, state }) => `${name} is ${state} as ${role}`).join(', ')
    return found(
      wrong(what, `No member leads: ${states}. Look at patronictl list, and at the log of each member.`),
      'no primary',
    )
  }
  if (statuses.some(({ pause }) => pause === true))
    return found(warning(what, 'It is paused, so nothing takes over if the primary fails. Run patronictl resume.'))
  const fault = standbyFault(look, leader)
  if (fault !== null) return found(warning(what, fault), 'standby')
  const others = members.filter((member) => member !== leader).map(({ name }) => name)
  if (others.length === 0)
    return found(
      warning(what, `${leader.name} is alone: nothing takes over if it fails. Start another member.`),
      'standby',
    )
  return found(fine(what, `${leader.name} leads, and ${others.join(', ')} can take over.`))
}

/** The names of roles differ by version. */
const isLeader = (role: string): boolean => ['leader', 'master', 'primary', 'standby_leader'].includes(role)
/** `streaming` since version 3.0.3. */
const isUp = (state: string): boolean => state === 'running' || state === 'streaming'
const silenceIn = (asked: Asked<unknown> | undefined): string =>
  asked && 'silence' in asked ? asked.silence : 'no answer'

function statusAt({ asked }: Look, { api_url: apiUrl }: Member): Status | null {
  const own = asked.find(({ url }) => isSamePlace(url, apiUrl))
  return own && 'answer' in own.status ? own.status.answer : null
}

function silenceOfMember({ asked }: Look, { api_url: apiUrl }: Member): string | null {
  const own = asked.find(({ url }) => isSamePlace(url, apiUrl))
  return own && 'silence' in own.status ? own.status.silence : null
}

function isSamePlace(url: string, other: string | undefined): boolean {
  return other !== undefined && URL.canParse(other) && new URL(url).host === new URL(other).host
}

/** Why the first standby with a fault couldn't take over, or would with an old state. */
function standbyFault(look: Look, leader: Member): string | null {
  const { asked, members } = look
  const leading = statusAt(look, leader)
  // Left out where there is none.
  const follows = leading && (leading.replication ?? [])
  const silent = members?.find((member) => silenceOfMember(look, member) !== null)
  if (silent) {
    const means =
      silent === leader ? 'so another member is about to take over' : `so it can't take over from ${leader.name}`
    return `Patroni of ${silent.name} does not answer (${silenceOfMember(look, silent)}), ${means}. Start it.`
  }
  for (const member of members ?? []) {
    if (member === leader) continue
    const { name, state, lag } = member
    const remedy = `Look at its log; patronictl reinit ${scopeOf(look)} ${name} copies ${leader.name} again.`
    if (!isUp(state)) return `${name} is not running (${state}), so it can't take over from ${leader.name}. ${remedy}`
    if (follows && !follows.some((each) => each.application_name === name && each.state === 'streaming'))
      return `${name} receives nothing from ${leader.name} (timelines ${member.timeline} and ${leader.timeline}). ${remedy}`
    if (typeof lag === 'number' && lag > maxBehindBytes)
      return `${name} is ${Math.round(lag / 1024 ** 2)} MB behind ${leader.name}: a failover would wait for it or lose that. Look at its disk and network.`
    if (statusAt(look, member)?.xlog?.paused === true)
      return `${name} receives, but repeats nothing: its replay is paused. Run select pg_wal_replay_resume() there.`
  }
  const stray = asked.find(
    ({ url, status }) => 'silence' in status && !members?.some((member) => isSamePlace(url, member.api_url)),
  )
  if (!stray) return null
  const place = new URL(stray.url).host
  return `Nothing answers at ${place} (${silenceIn(stray.status)}), and no member has that address. Start it, or look at PATRONI_URLS.`
}

function scopeOf({ asked }: Look): string {
  const [scope = 'parley'] = asked.flatMap(({ status }) => ('answer' in status ? [status.answer.patroni.scope] : []))
  return scope
}

function primaryOf(database: PostgresChoice, member: Member, status: Status | null): NamedPrimary | null {
  const url = urlAt(database, member)
  if (url === null) return null
  const startedMs = Date.parse(status?.postmaster_start_time ?? '')
  const place = `${member.host}:${member.port}`
  return { name: member.name, place, url, startedMs: Number.isNaN(startedMs) ? null : startedMs }
}

/** A member's own PostgreSQL, past every proxy. */
function urlAt({ directUrl }: PostgresChoice, { host, port }: Member): string | null {
  if (host === undefined || port === undefined) return null
  const url = new URL(directUrl)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return url.href
}

interface Writer {
  readonly name: string
  readonly timeline: number
}

/** Members whose PostgreSQL takes writes, by its own word: one whose Patroni hangs goes on without it. */
async function writersAmong(database: PostgresChoice, members: readonly Member[]): Promise<readonly Writer[]> {
  const asked = await Promise.all(
    members.map(async (member) => {
      const url = urlAt(database, member)
      if (url === null) return null
      const found = await connected(url, async (client) => {
        const { rows } = await client.query<{ timeline: string | null }>(
          'select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline',
        )
        return rows[0] ?? null
      })
      if (found === null || typeof found === 'function' || found.timeline === null) return null
      return { name: member.name, timeline: Number.parseInt(found.timeline, 16) }
    }),
  )
  return asked.filter((writer) => writer !== null)
}

function bothWrite(look: Look, writers: readonly Writer[], leader: Member | null): Finding {
  const names = writers.map(({ name }) => name).join(' and ')
  const timelines = writers.map(({ timeline }) => timeline).join(' and ')
  const stray = writers.find(({ name }) => name !== leader?.name)
  const right = leader ? ` Patroni names ${leader.name} the leader:` : ''
  // One that was promoted without a checkpoint since looks to Patroni as if it had never diverged.
  const again = `if it then receives nothing, patronictl reinit ${scopeOf(look)} ${stray?.name} copies the leader again`
  return wrong(
    what,
    `${names} both take writes, on timelines ${timelines}, and what is written to the wrong one is lost.${right} Stop PostgreSQL on ${stray?.name} at once. Its Patroni makes it a standby again; ${again}.`,
  )
}
