import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian keeps a folder for each version here. */
const versionsFolder = '/usr/lib/postgresql'
const readyTimeoutMs = 120_000
const stopTimeoutMs = 10_000
const templates = join(import.meta.dirname, '../../.tools/postgres')

/** A PostgreSQL of one's own, on a socket in a folder that goes with it. */
export interface Postgres {
  /** Makes an empty database. @returns its DATABASE_URL. */
  createDatabase(name: string): Promise<string>
  /** Makes a user who may hold this many connections, or has to give a password. */
  createUser(name: string, limit: { readonly connections?: number; readonly password?: string }): Promise<void>
  /** Sets one of its settings, as an operator does with `alter system`. */
  configure(setting: string, value: string): Promise<void>
  /** Stops the server, runs the callback and starts it again. `immediate` breaks its connections; commits survive. */
  restart(how?: 'fast' | 'immediate', meanwhile?: () => Promise<void>): Promise<void>
  /** Starts PgBouncer before one of its databases, as deployed but for these settings. Stop it first. */
  startPooler(database: string, settings?: Readonly<Record<string, string>>): Promise<PostgresPooler>
  /** Starts a streaming replica of all its databases. Stop it first. */
  startReplica(): Promise<PostgresReplica>
  stop(): Promise<void>
}

/** A hot standby: it answers reads, and repeats what its primary commits. */
export interface PostgresReplica {
  /** The DATABASE_URL of one of its databases. */
  url(database: string): string
  stop(how?: 'fast' | 'immediate'): Promise<void>
}

export interface PostgresPooler {
  /** The DATABASE_URL through it. */
  readonly url: string
  stop(): Promise<void>
}

/** PostgreSQL is not on this machine, and this user may not install it. */
export class PostgresMissingError extends Error {
  readonly code = 'postgres_missing'
  constructor() {
    super('PostgreSQL is missing. Install it with: apt-get install -y postgresql')
    this.name = 'PostgresMissingError'
  }
}

/**
 * Starts a private PostgreSQL from Debian's binaries, which root installs where they are missing. It opens no port.
 * @param isAnother a cluster with its own number, which takes longer: all others are copies of one
 * @param connections how many it accepts
 * @param vacuums as in production: one process for each database, each minute
 * @param fsync as in production; without it, a commit survives the end of PostgreSQL, but not that of the machine
 */
export async function startPostgres({
  fsync = false,
  isAnother = false,
  connections = 100,
  vacuums = true,
} = {}): Promise<Postgres> {
  const bin = await binaries()
  const user = await unprivilegedUser()
  const folder = await folderOf(user)
  const data = join(folder, 'data')
  const options = optionsIn(folder, user)
  if (isAnother) await initCluster(bin, data, options)
  else await copy(await clusterTemplate(bin, user), data)
  const onOff = (value: boolean): string => (value ? 'on' : 'off')
  const chosen = [`fsync=${onOff(fsync)}`, `autovacuum=${onOff(vacuums)}`, `max_connections=${connections}`]
  const settings = ['listen_addresses=', ...chosen]
  const args = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
  const start = () => startServer(join(bin, 'postgres'), args, options)
  let server = await start()
  /** Runs a command, and has the server read its files again. */
  const tell = async (command: string): Promise<void> => {
    const commands = [command, 'select pg_reload_conf()']
    const ask = ['-h', folder, '-U', 'parley', '-d', 'postgres', ...commands.flatMap((each) => ['-c', each])]
    await run(join(bin, 'psql'), ask, options)
  }
  return {
    async createDatabase(name) {
      await run(join(bin, 'createdb'), ['-h', folder, '-U', 'parley', name], options)
      return urlOf(name, folder)
    },
    async createUser(name, { connections = -1, password }) {
      await run(join(bin, 'createuser'), ['-h', folder, '-U', 'parley', '-c', String(connections), name], options)
      if (password === undefined) return
      // The first line that fits a user decides.
      const rules = join(data, 'pg_hba.conf')
      await writeFile(rules, `local all ${name} scram-sha-256\n${await readFile(rules, 'utf8')}`)
      await tell(`alter role ${name} password '${password}'`)
    },
    async configure(setting, value) {
      await tell(`alter system set ${setting} = '${value}'`)
    },
    async restart(how = 'fast', meanwhile = async () => undefined) {
      await end(server, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      try {
        await meanwhile()
      } finally {
        server = await start()
      }
    },
    startPooler: (database, changed = {}) => startPooler(database, { host: folder, user, changed }),
    async startReplica() {
      const place = await folderOf(user)
      const copied = join(place, 'data')
      const from = ['-h', folder, '-U', 'parley', '-D', copied, '--write-recovery-conf', '--checkpoint=fast']
      await run(join(bin, 'pg_basebackup'), from, optionsIn(place, user))
      const own = ['-D', copied, '-k', place, ...settings.flatMap((setting) => ['-c', setting])]
      const replica = await startServer(join(bin, 'postgres'), own, optionsIn(place, user))
      return {
        url: (database) => urlOf(database, place),
        async stop(how = 'fast') {
          await end(replica, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
          await rm(place, { recursive: true, force: true })
        },
      }
    },
    async stop() {
      // Without a last checkpoint: the data is deleted.
      await end(server, 'SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const urlOf = (database: string, folder: string): string =>
  `postgres:///${database}?host=${encodeURIComponent(folder)}&user=parley`

const pooler = '/usr/sbin/pgbouncer'

/** Debian's PgBouncer, which root installs where it is missing, on a socket as well. */
async function startPooler(
  database: string,
  { host, user, changed }: { host: string; user: User | undefined; changed: Readonly<Record<string, string>> },
): Promise<PostgresPooler> {
  if (!existsSync(pooler))
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'pgbouncer'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const folder = await folderOf(user)
  const config = join(folder, 'pgbouncer.ini')
  const databases = `[databases]\n${database} = host=${host} dbname=${database} user=parley\n`
  const settings = {
    listen_addr: '',
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: 'transaction',
    ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout',
    ...changed,
  }
  const own = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(config, `${databases}[pgbouncer]\n${own.join('')}`, { mode: 0o644 })
  const server = await startServer(pooler, [config], optionsIn(folder, user), /process up/)
  return {
    url: `${urlOf(database, folder)}&port=6432`,
    async stop() {
      await end(server, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function binaries(): Promise<string> {
  if (!existsSync(versionsFolder)) {
    if (process.getuid?.() !== 0) throw new PostgresMissingError()
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).catch(() => {
      throw new PostgresMissingError()
    })
  }
  const [newest] = (await readdir(versionsFolder)).toSorted((a, b) => Number(b) - Number(a))
  if (newest === undefined) throw new PostgresMissingError()
  return join(versionsFolder, newest, 'bin')
}

interface User {
  readonly uid: number
  readonly gid: number
}

const optionsIn = (folder: string, user: User | undefined) => ({
  ...user,
  cwd: folder,
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
})

/** A folder below the system's temporary one, which every user can reach. */
async function folderOf(user: User | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pg-'))
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o700)
  return folder
}

/** Owners and modes included: PostgreSQL refuses data that others can read. */
const copy = (from: string, to: string) => run('cp', ['-a', from, to])

const initCluster = (bin: string, data: string, options: ReturnType<typeof optionsIn>) =>
  run(join(bin, 'initdb'), ['-D', data, '-U', 'parley', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options)

/** An empty cluster that each start copies: `initdb` takes 0.5 CPU seconds, a copy 0.06. */
async function clusterTemplate(bin: string, user: User | undefined): Promise<string> {
  const template = join(templates, `${basename(dirname(bin))}-${user?.uid ?? process.getuid?.()}`)
  if (existsSync(template)) return template
  const folder = await folderOf(user)
  const unfinished = `${template}-${basename(folder)}`
  try {
    const data = join(folder, 'data')
    await initCluster(bin, data, optionsIn(folder, user))
    await mkdir(templates, { recursive: true })
    await copy(data, unfinished)
    // Several processes may make it at once: the first one stays.
    await rename(unfinished, template).catch((error: unknown) => {
      if (!existsSync(template)) throw error
    })
    return template
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** PostgreSQL refuses to run as root; Debian's package brings a user of that name. */
async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (flag: '-u' | '-g') => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

async function startServer(
  binary: string,
  args: readonly string[],
  options: Parameters<typeof spawn>[2],
  readyText = /ready to accept (read-only )?connections/,
): Promise<ChildProcess> {
  const server = spawn(binary, [...args], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
    if (readyText.test(text)) resolve()
  })
  server.once('exit', () => reject(new Error(`${binary} ended: ${said}`)))
  const timer = setTimeout(() => reject(new Error(`${binary} is not ready: ${said}`)), readyTimeoutMs)
  try {
    await ready
    return server
  } catch (error) {
    server.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  const timer = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}
