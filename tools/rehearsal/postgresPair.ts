import { randomBytes } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../root.ts'
import { freePorts, Program, until } from './Program.ts'
import { databaseUser, postmasterOf, receiverOf } from './postgresProcesses.ts'
import { startEtcd, startService, type Service } from './services.ts'

/** What a rehearsal leaves out on purpose. */
export interface PostgresPlan {
  readonly folder: string
  /** The folder of PostgreSQL's own programs. */
  readonly bin: string
  /** False: a commit is answered before the standby has it. */
  readonly isSynchronous: boolean
  /** False: a primary that can't reach etcd gives up. */
  readonly isFailsafe: boolean
}

interface Machine {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly data: string
  patroni: Program
}

/** One of the two, with what a fault takes away. */
export interface PairMachine {
  readonly name: string
  /** Its own PostgreSQL, as the superuser. */
  readonly superuserUrl: string
  signalPatroni(signal: NodeJS.Signals): void
  /** Kills Patroni, and PostgreSQL as well where that is said. */
  kill(what: 'patroni' | 'both'): Promise<void>
  /** Starts Patroni again. Resolves when it is the standby that commits wait for. */
  rejoin(): Promise<void>
  /** Resolves when it is. */
  untilStandby(): Promise<void>
  /** `patronictl reinit`: copies the primary again. Waits until it's no primary itself, and then until it's the standby. */
  reinitialize(): Promise<void>
  /** Sends a signal to the process that receives what the primary commits. */
  signalReceiver(signal: NodeJS.Signals): Promise<void>
}

/** A primary, a standby that takes over, and the way to the leader: Patroni, etcd, HAProxy, PgBouncer. */
export interface PostgresPair {
  /** Through PgBouncer and HAProxy. */
  readonly url: string
  /** Through HAProxy alone. */
  readonly directUrl: string
  /** The REST interfaces of both. */
  readonly patroniUrls: readonly string[]
  /** Through HAProxy to the standby. */
  readonly readUrl: string
  readonly haproxy: Service
  /** Both machines, the one that led at first before the other. */
  readonly machines: readonly PairMachine[]
  /** Ids of the PostgreSQL processes, which outlive their Patroni. */
  postmasters(): Promise<number[]>
  /**
   * Kills the primary with its Patroni while the standby receives nothing. Resolves when the other one leads.
   *
   * Only commits that waited for the standby survive.
   */
  failOver(): Promise<{ readonly from: string; readonly to: string; readonly seconds: number }>
  /** Brings the killed one back as the standby. */
  rejoin(): Promise<void>
  /** Where the pair agrees on who is primary. */
  readonly etcd: {
    kill(): Promise<void>
    /** Resolves when the pair uses it again. */
    restart(): Promise<void>
  }
  stop(): Promise<void>
}

/** How long the primary goes on without its standby's word before it dies. */
const deafMs = 3_000

export async function startPostgresPair({
  folder,
  bin,
  isSynchronous,
  isFailsafe,
}: PostgresPlan): Promise<PostgresPair> {
  const [client = 0, peer = 0, primary = 0, standby = 0, pool = 0, ...rest] = await freePorts(9)
  const user = await databaseUser()
  const own = join(folder, 'postgres')
  await mkdir(own, { recursive: true })
  const password = randomBytes(16).toString('hex')
  const options = { folder, ...(user ? { user } : {}) }
  const etcdPorts = { client, peer }
  let etcd = startEtcd(folder, etcdPorts)
  const config = join(own, 'patroni.yml')
  await configurePatroni({ own, config, isSynchronous, isFailsafe })
  if (user) for (const path of [own, config, join(own, 'createDatabase.sh')]) await chown(path, user.uid, user.gid)
  await chmod(folder, 0o755)

  const startPatroni = ({ name, port, restPort, data }: Omit<Machine, 'patroni'>): Program =>
    new Program(name, ['patroni', config], {
      ...options,
      cwd: own,
      stopSignal: 'SIGTERM',
      env: {
        PATRONI_NAME: name,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: bin,
        PATRONI_POSTGRESQL_PGPASS: join(own, `pgpass-${name}`),
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${client}`,
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_PASSWORD: password,
        PARLEY_PASSWORD: password,
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      },
    })
  const machines: Machine[] = []
  for (const [index, name] of ['pg1', 'pg2'].entries()) {
    const machine = { name, port: rest[2 * index] ?? 0, restPort: rest[2 * index + 1] ?? 0, data: join(own, name) }
    machines.push({ ...machine, patroni: startPatroni(machine) })
    // The first one makes the cluster; the second copies it.
    if (index === 0) await until('a first primary', () => says(machine, 'primary'))
  }
  const [first, second] = machines
  if (!first || !second) throw new RangeError('there are two')
  const proxy = {
    folder,
    env: {
      PRIMARY_LISTEN: `127.0.0.1:${primary}`,
      STANDBY_LISTEN: `127.0.0.1:${standby}`,
      PG1: `127.0.0.1:${first.port}`,
      PG2: `127.0.0.1:${second.port}`,
      PG1_REST: String(first.restPort),
      PG2_REST: String(second.restPort),
    },
  }
  const haproxy = startService(
    () => new Program('haproxy', ['haproxy', '-db', '-f', join(root, 'deploy/haproxy/haproxy.cfg')], proxy),
  )
  const users = join(own, 'users.txt')
  await writeFile(users, `"parley" "${password}"\n`)
  const poolConfig = join(own, 'pgbouncer.ini')
  const given: Readonly<Record<string, string | number>> = {
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: primary,
    LISTEN_ADDRESS: '127.0.0.1',
    LISTEN_PORT: pool,
    USERS_FILE: users,
  }
  const text = await readFile(join(root, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
  await writeFile(
    poolConfig,
    text.replace(/\{([A-Z_]+)\}/g, (_, name: string) => String(given[name])),
  )
  const pgbouncer = new Program('pgbouncer', ['pgbouncer', poolConfig], options)
  const address = (port: number) => `postgres://parley:${password}@127.0.0.1:${port}/parley`
  const pair = { url: address(pool), directUrl: address(primary) }
  await until('a standby', () => says(second, isSynchronous ? 'sync' : 'replica'))
  await until('a way to the primary through PgBouncer', () => canQuery(pair.url))

  let killed: Machine | null = null
  const untilStandby = (machine: Machine) =>
    until(`${machine.name} is the standby`, () => says(machine, isSynchronous ? 'sync' : 'replica')).then(
      () => undefined,
    )
  return {
    ...pair,
    patroniUrls: machines.map(({ restPort }) => `http://127.0.0.1:${restPort}`),
    readUrl: address(standby),
    haproxy,
    machines: machines.map((machine) => ({
      name: machine.name,
      superuserUrl: `postgres://postgres:${password}@127.0.0.1:${machine.port}/parley`,
      signalPatroni: (signal) => machine.patroni.signal(signal),
      async kill(what) {
        const postmaster = await postmasterOf(machine)
        await machine.patroni.kill()
        if (what === 'both' && postmaster !== null) process.kill(postmaster, 'SIGKILL')
      },
      async rejoin() {
        machine.patroni = startPatroni(machine)
        await untilStandby(machine)
      },
      untilStandby: () => untilStandby(machine),
      async reinitialize() {
        const init = { method: 'POST', body: JSON.stringify({ force: true }) }
        const url = `http://127.0.0.1:${machine.restPort}/reinitialize`
        await until(`${machine.name} is a replica`, () => says(machine, 'replica'))
        const before = await postmasterOf(machine)
        await until(`${machine.name} copies the primary`, async () => (await fetch(url, init)).ok)
        await until(`${machine.name} runs the copy`, async () => {
          const now = await postmasterOf(machine)
          return now !== null && now !== before
        })
        await untilStandby(machine)
      },
      async signalReceiver(signal) {
        const receiver = await receiverOf(machine)
        if (receiver !== null) process.kill(receiver, signal)
      },
    })),
    postmasters: async () => (await Promise.all(machines.map(postmasterOf))).filter((pid) => pid !== null),
    async failOver() {
      const leads = await leader(machines)
      const other = machines.find((machine) => machine !== leads)
      if (!other) throw new RangeError('there are two')
      const postmaster = await postmasterOf(leads)
      const receiver = await receiverOf(other)
      if (receiver !== null) process.kill(receiver, 'SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, deafMs))
      await leads.patroni.kill()
      if (postmaster !== null) process.kill(postmaster, 'SIGKILL')
      const killedMs = performance.now()
      // Data in transit dies with the primary's network, as it does when a machine loses power.
      if (receiver !== null) process.kill(receiver, 'SIGKILL')
      killed = leads
      await until('another primary', () => says(other, 'primary'))
      await until('a way to the new primary', () => canQuery(pair.url))
      return { from: leads.name, to: other.name, seconds: (performance.now() - killedMs) / 1000 }
    },
    async rejoin() {
      const machine = killed
      if (!machine) return
      machine.patroni = startPatroni(machine)
      await until('the former primary as the standby', () => says(machine, isSynchronous ? 'sync' : 'replica'))
    },
    etcd: {
      kill: () => etcd.kill(),
      async restart() {
        const sinceS = Date.now() / 1000
        etcd = startEtcd(folder, etcdPorts)
        for (const machine of machines)
          await until(`${machine.name} uses etcd again`, async () => (await agreedAtS(machine)) > sinceS)
      },
    },
    async stop() {
      // Nothing of it is kept, so nothing has to be written.
      const postmasters = await Promise.all(machines.map(postmasterOf))
      await Promise.all(
        [...machines.map(({ patroni }) => patroni), pgbouncer, haproxy, etcd].map((each) => each.kill()),
      )
      for (const pid of postmasters) if (pid !== null) process.kill(pid, 'SIGKILL')
    },
  }
}

/** The deployed file, with paths of this machine, and what is left out. */
async function configurePatroni({
  own,
  config,
  isSynchronous,
  isFailsafe,
}: Pick<PostgresPlan, 'isSynchronous' | 'isFailsafe'> & { own: string; config: string }): Promise<void> {
  const script = join(own, 'createDatabase.sh')
  await copyFile(join(root, 'deploy/patroni/createDatabase.sh'), script)
  const text = await readFile(join(root, 'deploy/patroni/patroni.yml'), 'utf8')
  await writeFile(
    config,
    text
      .replace('/etc/patroni/createDatabase.sh', script)
      .replace('synchronous_mode: true', `synchronous_mode: ${isSynchronous}`)
      .replace('failsafe_mode: true', `failsafe_mode: ${isFailsafe}`)
      // Its socket belongs into a folder that it may write.
      .replace('  authentication:', `  parameters:\n    unix_socket_directories: ${own}\n  authentication:`)
      .replace('- local all all peer', '- local all all trust'),
  )
}

type Role = 'primary' | 'replica' | 'sync'

/** Patroni answers 200 at the path of a role that its PostgreSQL has. */
async function says({ restPort }: Pick<Machine, 'restPort'>, role: Role): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${restPort}/${role}`)).ok
}

/** When Patroni last heard from etcd, in seconds since 1970. */
async function agreedAtS({ restPort }: Pick<Machine, 'restPort'>): Promise<number> {
  const said = await (await fetch(`http://127.0.0.1:${restPort}/patroni`)).text()
  return Number(/"dcs_last_seen": (\d+)/.exec(said)?.[1] ?? 0)
}

async function leader(machines: readonly Machine[]): Promise<Machine> {
  return until('a primary', async () => {
    for (const machine of machines) if (await says(machine, 'primary').catch(() => false)) return machine
    return null
  })
}

async function canQuery(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create temporary table writable (); drop table writable')
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}
