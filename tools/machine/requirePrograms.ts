import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from '../process/run.ts'

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function findChromium(): string | undefined {
  const own = process.env['CHROMIUM_PATH']
  if (own) return own
  return chromiumNames.map((name) => findProgram(name)).find((path) => path !== undefined)
}

/** Path of a Chromium for the browser tests, installed if missing. @throws {SetupError} */
export function requireChromium(): Promise<string> {
  const missing =
    'chromium was installed, but there is no program of that name; name it: CHROMIUM_PATH=/path/to/chromium npm test'
  return findOrInstall(findChromium, { packageName: 'chromium', what: 'the browser tests', missing })
}

const shellName = 'chromium-headless-shell'

/**
 * Path of Chromium's headless shell for tests of screens. It draws no window, and takes two thirds of the processor
 * time. Falls back to the whole browser if it can't be installed.
 *
 * @throws {SetupError}
 */
export async function requireHeadlessShell(): Promise<string> {
  const own = process.env['CHROMIUM_PATH']
  if (own) return own
  const found = findProgram(shellName)
  if (found !== undefined) return found
  await aptInstall(shellName, 'the browser tests').catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error
  })
  return findProgram(shellName) ?? requireChromium()
}

const turnserver = '/usr/bin/turnserver'

/** Finds a relay for the voice tests, installed if missing. @throws {SetupError} */
export async function requireCoturn(): Promise<void> {
  const missing = `coturn was installed, but there is no ${turnserver}.`
  const what = 'the tests of voices that go through a relay'
  await findOrInstall(() => (existsSync(turnserver) ? turnserver : undefined), { packageName: 'coturn', what, missing })
}

function findPostgres(): string | undefined {
  const own = process.env['POSTGRES_BIN']
  if (own) return own
  const initdb = findProgram('initdb', postgresFolders()) ?? findProgram('initdb')
  return initdb === undefined ? undefined : dirname(initdb)
}

/** The folder of PostgreSQL's programs for the database tests, installed if missing. @throws {SetupError} */
export function requirePostgres(): Promise<string> {
  const missing =
    'postgresql was installed, but its initdb is nowhere to be found; name its folder: POSTGRES_BIN=/path/to/bin npm test'
  return findOrInstall(findPostgres, { packageName: 'postgresql', what: 'the tests of the PostgreSQL store', missing })
}

const redisServer = '/usr/bin/redis-server'

/** Finds a Redis for the tests of limits that servers share, installed if missing. @throws {SetupError} */
export async function requireRedis(): Promise<void> {
  const missing = `redis-server was installed, but there is no ${redisServer}.`
  const what = 'the tests of limits that servers share'
  const find = () => (existsSync(redisServer) ? redisServer : undefined)
  await findOrInstall(find, { packageName: 'redis-server', what, missing })
}

/** Debian keeps some outside the PATH of ordinary users. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin']

/**
 * Finds programs by their names, and installs the Debian packages of those that are missing.
 *
 * @throws {SetupError}
 */
export async function requirePackages(packageOf: Readonly<Record<string, string>>, what: string): Promise<void> {
  const isThere = (name: string) => (findProgram(name) ?? findProgram(name, systemFolders)) !== undefined
  const missing = Object.keys(packageOf).filter((name) => !isThere(name))
  if (missing.length === 0) return
  await aptInstall(missing.map((name) => packageOf[name] ?? name).join(' '), what)
  const still = missing.find((name) => !isThere(name))
  if (still !== undefined) throw new SetupError(`${packageOf[still]} was installed, but there is no program ${still}.`)
}

/** The result of `find`, after installing the package if necessary.  @param missing the error if that doesn't help. */
async function findOrInstall(
  find: () => string | undefined,
  { packageName, what, missing }: { packageName: string; what: string; missing: string },
): Promise<string> {
  const found = find()
  if (found !== undefined) return found
  await aptInstall(packageName, what)
  const installed = find()
  if (installed === undefined) throw new SetupError(missing)
  return installed
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program's path in the first of these folders that has it. */
function findProgram(
  name: string,
  folders: readonly string[] = (process.env['PATH'] ?? '').split(delimiter),
): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** Debian keeps PostgreSQL's programs outside PATH, in a folder per version. Newest first. */
function postgresFolders(base = '/usr/lib/postgresql'): string[] {
  try {
    return readdirSync(base)
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(base, version, 'bin'))
  } catch {
    return []
  }
}

const aptTimeoutMs = 600_000

/**
 * Installs Debian packages if possible: as root, on a system with apt.
 *
 * @param packageName several are separated by a space.
 * @param what needs it, in the plural.
 * @throws {SetupError} with the command for an administrator.
 */
async function aptInstall(packageName: string, what: string): Promise<void> {
  const command = `apt-get install -y --no-install-recommends ${packageName}`
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get'))
    throw new SetupError(`There is no ${packageName}, which ${what} need. Install it with: sudo ${command}`)
  process.stdout.write(`Installing ${packageName} (${command})\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { timeoutMs: aptTimeoutMs, env })
  const installed = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packageName.split(' ')], {
    timeoutMs: aptTimeoutMs,
    env,
  })
  if (!installed.ok)
    throw new SetupError(`${installed.output}\n${packageName} could not be installed. Try it with: ${command}`)
}

/** A program that the tests need is missing and couldn't be installed. The message contains the command. */
export class SetupError extends Error {
  readonly code = 'setup_missing'
  constructor(sentence: string) {
    super(sentence)
    this.name = 'SetupError'
  }
}
