import { type Postgres, startPostgres } from '@parley/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requirePostgres } from '../machine/requirePrograms.ts'
import { type PairMachine, type PostgresPair, startPostgresPair } from '../rehearsal/postgresPair.ts'
import { until } from '../rehearsal/Program.ts'
import { type Env, isLong, openTopologyDoctor, type Sabotage, type TopologyDoctor } from './given/topologyDoctor.ts'

describe.runIf(isLong)('given PostgreSQL under Patroni behind HAProxy and PgBouncer, and one wrong thing', () => {
  const stack = new AsyncDisposableStack()
  let doctor: TopologyDoctor
  let pair: PostgresPair
  let another: Postgres
  let anotherUrl = ''
  let primary: PairMachine
  let standby: PairMachine

  const settings = (): Env => ({
    DATABASE_URL: pair.url,
    DATABASE_DIRECT_URL: pair.directUrl,
    DATABASE_READ_URLS: pair.readUrl,
    DATABASE_STANDBYS: '1',
    PATRONI_URLS: pair.patroniUrls.join(','),
  })

  beforeAll(async () => {
    doctor = await openTopologyDoctor({
      haproxy: 'haproxy',
      pgbouncer: 'pgbouncer',
      patroni: 'patroni',
      etcd: 'etcd-server',
    })
    stack.defer(() => doctor.close())
    pair = await startPostgresPair({
      folder: doctor.folder,
      bin: await requirePostgres(),
      isSynchronous: true,
      isFailsafe: true,
    })
    stack.defer(() => pair.stop())
    another = await startPostgres({ isAnother: true })
    stack.defer(() => another.stop())
    anotherUrl = await another.createDatabase('parley')
    const [first, second] = pair.machines
    if (!first || !second) throw new RangeError('there are two')
    ;[primary, standby] = [first, second]
  })
  afterAll(() => stack.disposeAsync())

  it('finds nothing, and has looked at each', async () => {
    const found = await doctor.expectNone(settings)
    expect(found).toContainEqual({ what: 'patroni', state: 'fine', words: 'pg1 leads, and pg2 can take over.' })
    const fine = found.filter(({ state }) => state === 'fine').map(({ what }) => what)
    expect(fine).toEqual(expect.arrayContaining(['database', 'patroni', 'standby', 'read replica 1']))
  })

  const patroni = { what: 'patroni', state: 'warning' } as const
  const database = { what: 'database', state: 'wrong' } as const
  /** Another dynamic setting of Patroni; `null` takes it back. */
  const configure = async (setting: string, value: boolean | null) => {
    const init = { method: 'PATCH', body: JSON.stringify({ [setting]: value }) }
    expect((await fetch(`${pair.patroniUrls[0]}/config`, init)).ok).toBe(true)
  }
  const lag = 'select pg_wal_replay_pause()'

  const sabotages: readonly Sabotage[] = [
    {
      ...patroni,
      title: 'Patroni is elsewhere',
      env: () => ({ PATRONI_URLS: 'http://127.0.0.1:2' }),
      words: /None of PATRONI_URLS answers \(.*ECONNREFUSED.*port 8008/,
    },
    {
      ...patroni,
      title: 'what answers is not Patroni',
      env: () => ({ PATRONI_URLS: doctor.world.url }),
      words: /None of PATRONI_URLS answers \(HTTP 404, in another form\)/,
    },
    {
      ...patroni,
      title: 'it is paused',
      async harm() {
        await configure('pause', true)
        return () => configure('pause', null)
      },
      words: /is paused.*patronictl resume/,
    },
    {
      ...patroni,
      title: 'the standby repeats nothing',
      async harm() {
        await ask(standby, lag)
        return () => ask(standby, 'select pg_wal_replay_resume()')
      },
      words: /pg2 receives, but repeats nothing.*pg_wal_replay_resume/,
    },
    {
      ...patroni,
      title: 'the standby is behind',
      async harm() {
        await standby.signalReceiver('SIGSTOP')
        await ask(primary, ...bulk)
        return async () => {
          await standby.signalReceiver('SIGCONT')
          await standby.untilStandby()
        }
      },
      words: /pg2 is \d+ MB behind pg1/,
    },
    {
      ...patroni,
      title: 'the standby may not receive',
      async harm() {
        const own = 'set synchronous_commit = local'
        await ask(
          primary,
          own,
          'alter role replicator nologin',
          "select pg_terminate_backend(pid) from pg_stat_replication where usename = 'replicator'",
        )
        return async () => {
          await ask(primary, own, 'alter role replicator login')
          await standby.untilStandby()
        }
      },
      words: /pg2 receives nothing from pg1 \(timelines 1 and 1\).*patronictl reinit parley pg2/,
    },
    {
      ...patroni,
      title: 'Patroni of the standby is killed',
      async harm() {
        await standby.kill('patroni')
        return () => standby.rejoin()
      },
      words: /Patroni of pg2 does not answer \(.*ECONNREFUSED.*can't take over from pg1/,
    },
    {
      ...patroni,
      title: 'the standby is gone for good',
      async harm() {
        await standby.kill('both')
        await untilMembers(1)
        return () => standby.rejoin()
      },
      words: /Nothing answers at 127\.0\.0\.1:\d+ .*no member has that address.*PATRONI_URLS/,
    },
    {
      ...patroni,
      title: 'the standby is gone for good, and was never named',
      env: () => ({ PATRONI_URLS: pair.patroniUrls.slice(0, 1).join('') }),
      async harm() {
        await standby.kill('both')
        await untilMembers(1)
        return () => standby.rejoin()
      },
      words: /pg1 is alone: nothing takes over/,
    },
    {
      ...patroni,
      title: 'etcd is away, and failsafe mode keeps the primary',
      async harm() {
        await pair.etcd.kill()
        return () => pair.etcd.restart()
      },
      words: /does not reach etcd\. The primary goes on/,
    },
    {
      ...patroni,
      state: 'wrong',
      title: 'etcd is away, and nothing keeps the primary',
      async harm() {
        await configure('failsafe_mode', false)
        await pair.etcd.kill()
        return async () => {
          await pair.etcd.restart()
          await untilLeads()
          await configure('failsafe_mode', true)
        }
      },
      words: /does not reach etcd, so no member leads and nothing takes writes/,
    },
    {
      ...patroni,
      state: 'wrong',
      title: 'both take writes, since one was promoted by hand',
      async harm() {
        const [, other] = await whoLeads()
        other.signalPatroni('SIGSTOP')
        await ask(other, 'select pg_promote()')
        return async () => {
          other.signalPatroni('SIGCONT')
          await other.reinitialize()
        }
      },
      words:
        /pg[12] and pg[12] both take writes, on timelines (\d) and (?!\1)\d.*Patroni names pg\d the leader: Stop PostgreSQL on (pg\d) .*patronictl reinit parley \2 /,
    },
    {
      ...database,
      title: 'HAProxy is down',
      env: () => ({ DATABASE_URL: pair.directUrl }),
      async harm() {
        await pair.haproxy.kill()
        return () => pair.haproxy.start()
      },
      words:
        /does not answer.*ECONNREFUSED.*pg\d \(127\.0\.0\.1:\d+\), which Patroni names primary, answers: it is the proxy/,
    },
    {
      ...database,
      title: 'the proxy leads to the standby',
      env: () => ({ DATABASE_URL: pair.readUrl, DATABASE_DIRECT_URL: pair.readUrl }),
      words: /It is a standby.*Patroni names pg\d .*health checks of the proxy/,
    },
    {
      ...database,
      title: 'the proxy leads to another PostgreSQL',
      env: () => ({
        DATABASE_URL: anotherUrl,
        DATABASE_DIRECT_URL: anotherUrl,
        DATABASE_READ_URLS: '',
        DATABASE_STANDBYS: '0',
      }),
      words: /leads to another PostgreSQL than pg\d .*not replicated/,
    },
    {
      ...database,
      title: 'the primary takes no writes',
      async harm() {
        const [leads] = await whoLeads()
        await ask(leads, 'alter database parley set default_transaction_read_only = on')
        return () =>
          ask(
            leads,
            'set default_transaction_read_only = off',
            'alter database parley reset default_transaction_read_only',
          )
      },
      env: () => ({ DATABASE_URL: pair.directUrl }),
      words: /takes no writes: default_transaction_read_only is on/,
    },
    {
      what: 'read replica 1',
      state: 'warning',
      title: 'reads go to the primary',
      env: () => ({ DATABASE_READ_URLS: pair.directUrl }),
      words: /It is a primary/,
    },
    {
      ...patroni,
      state: 'wrong',
      title: 'the primary died while Patroni was paused',
      async harm() {
        const [leads] = await whoLeads()
        await configure('pause', true)
        await until('both are paused', async () => (await Promise.all(pair.patroniUrls.map(isPaused))).every(Boolean))
        await leads.kill('both')
        return async () => {
          const rest = await firstAnswering()
          await fetch(`${rest}/config`, { method: 'PATCH', body: JSON.stringify({ pause: null }) })
          await untilLeads()
          await leads.rejoin()
        }
      },
      words: /No member leads: pg\d is running as \w+\. Look/,
    },
  ]

  it.each(sabotages)('has one line with one cause where $title', async (sabotage) => {
    const undo = await sabotage.harm?.()
    try {
      await doctor.expectOnly(() => ({ ...settings(), ...sabotage.env?.() }), sabotage)
    } finally {
      await undo?.()
      await doctor.expectNone(settings)
    }
  })

  const saysOf = async (url: string): Promise<Record<string, unknown>> => (await fetch(`${url}/patroni`)).json()
  const isPaused = async (url: string) => (await saysOf(url))['pause'] === true
  const isPrimary = async (url: string) => (await fetch(`${url}/primary`)).ok
  const untilLeads = () =>
    until('a primary', async () => (await Promise.allSettled(pair.patroniUrls.map(isPrimary))).some(isTrue))
  const isTrue = (settled: PromiseSettledResult<boolean>) => settled.status === 'fulfilled' && settled.value
  /** The one that leads, and the other. */
  const whoLeads = async (): Promise<readonly [PairMachine, PairMachine]> =>
    (await isPrimary(pair.patroniUrls[0] ?? '')) ? [primary, standby] : [standby, primary]
  const firstAnswering = () =>
    until('a Patroni', async () => {
      for (const url of pair.patroniUrls) if (await saysOf(url).catch(() => null)) return url
      return null
    })
  const untilMembers = (count: number) =>
    until(`${count} members`, async () => {
      const cluster: { members?: unknown[] } = await (await fetch(`${pair.patroniUrls[0]}/cluster`)).json()
      return cluster.members?.length === count
    })
})

/** More than a standby may be behind, without waiting for it. */
const bulk = [
  'set synchronous_commit = local',
  'create table bulk as select repeat(md5(random()::text), 32) as text from generate_series(1, 30000)',
  'drop table bulk',
] as const

async function ask({ superuserUrl }: PairMachine, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
