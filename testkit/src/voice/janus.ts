import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { dyingWithParent } from '../process/processes.ts'

const run = promisify(execFile)
const program = '/usr/bin/janus'
/** Debian has a folder for each kind of processor. */
const libraries = '/usr/lib'
const deployed = join(import.meta.dirname, '../../../deploy/janus')
const startTimeoutMs = 120_000
const stopTimeoutMs = 5_000

export const janusSecret = 'a secret of Janus and the server'

/** A Janus of one's own, in a folder of its own. */
export interface TestJanus {
  /** For JANUS_URL. */
  readonly url: string
  /** Ends it without a goodbye: every line through it breaks. */
  kill(): Promise<void>
  /** Starts it again at the same port, empty. */
  restart(): Promise<void>
  /** Holds it: it accepts connections and answers nothing, until the next call. */
  hang(isHanging: boolean): void
  /** Rooms and people, as Janus tells of itself. */
  rooms(): Promise<readonly { readonly people: number }[]>
  stop(): Promise<void>
}

/** Starts Debian's janus, which root installs where it is missing. `plugins`: all others are left out. */
export async function startJanus({
  plugins = ['videoroom'],
  secret = janusSecret,
}: { readonly plugins?: readonly string[]; readonly secret?: string | null } = {}): Promise<TestJanus> {
  await requireJanus()
  const folder = await mkdtemp(join(tmpdir(), 'parley-janus-'))
  const started = await startAnywhere(folder, { plugins, secret })
  const { port } = started
  let { server } = started
  const url = `ws://127.0.0.1:${port}`
  return {
    url,
    kill: () => end(server, 'SIGKILL'),
    async restart() {
      await end(server, 'SIGKILL')
      server = await startAt(folder)
    },
    hang: (isHanging) => void server.kill(isHanging ? 'SIGSTOP' : 'SIGCONT'),
    rooms: () => roomsOf(url),
    async stop() {
      server.kill('SIGCONT')
      await end(server, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Settings {
  readonly plugins: readonly string[]
  readonly secret: string | null
}

async function requireJanus(): Promise<void> {
  if (existsSync(program)) return
  if (process.getuid?.() === 0)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'janus'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).catch(() => undefined)
  if (!existsSync(program)) throw new Error('Janus is missing. Install it with: apt-get install -y janus')
}

/** Janus can't choose a free port itself, so ports are tried until one is free. */
async function startAnywhere(folder: string, settings: Settings): Promise<{ server: ChildProcess; port: number }> {
  for (let tries = 0; tries < 10; tries += 1) {
    const port = randomInt(21_000, 32_000)
    await configure(folder, port, settings)
    try {
      return { server: await startAt(folder), port }
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error
    }
  }
  throw new PortTakenError()
}

class PortTakenError extends Error {}

/** The configuration of deploy/janus, at another port, in another folder and with another secret. */
async function configure(folder: string, port: number, { plugins, secret }: Settings): Promise<void> {
  const main = await readFile(join(deployed, 'janus.jcfg'), 'utf8')
  const found = await pluginFiles()
  const others = found.filter((name) => !plugins.some((one) => name === `libjanus_${one}.so`))
  const changed = main
    .replace('configs_folder = "/etc/janus"', `configs_folder = "${folder}"`)
    .replace('debug_level = 4', secret === null ? 'debug_level = 4' : `debug_level = 4\n\tapi_secret = "${secret}"`)
    .replace(/disable = "libjanus_audiobridge[^"]*"/, `disable = "${others.join(',')}"`)
  await writeFile(join(folder, 'janus.jcfg'), changed)
  const websockets = await readFile(join(deployed, 'janus.transport.websockets.jcfg'), 'utf8')
  await writeFile(join(folder, 'janus.transport.websockets.jcfg'), websockets.replace('8188', String(port)))
}

async function pluginFiles(): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob('*/janus/plugins/*.so', { cwd: libraries })) found.push(basename(path))
  return found
}

async function startAt(folder: string): Promise<ChildProcess> {
  const [file, args] = dyingWithParent(program, ['-F', folder, '-C', join(folder, 'janus.jcfg'), '-o'])
  const server = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  let said = ''
  const hear = (text: string): void => {
    said = (said + text).slice(-8_000)
    if (/WebSockets server started/i.test(said)) resolve()
  }
  server.stdout.setEncoding('utf8').on('data', hear)
  server.stderr.setEncoding('utf8').on('data', hear)
  // Without its only transport it ends at once.
  server.once('exit', () => reject(new PortTakenError(said)))
  const timer = setTimeout(() => reject(new Error(`Janus is not ready: ${said}`)), startTimeoutMs)
  try {
    await ready
    return server
  } catch (error) {
    await end(server, 'SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  const timer = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}

/** Asked over a connection of its own, as an operator would. The placeholder of each room isn't counted. */
async function roomsOf(url: string): Promise<readonly { readonly people: number }[]> {
  const socket = new WebSocket(url, 'janus-protocol')
  await once(socket, 'open')
  const ask = async (request: Record<string, unknown>): Promise<Record<string, unknown>> => {
    socket.send(JSON.stringify({ ...request, apisecret: janusSecret, transaction: 'test' }))
    const [{ data }] = await once(socket, 'message')
    return JSON.parse(String(data))
  }
  const idOf = ({ data }: Record<string, unknown>): unknown => Reflect.get(Object(data), 'id')
  try {
    const session_id = idOf(await ask({ janus: 'create' }))
    const handle_id = idOf(await ask({ janus: 'attach', session_id, plugin: 'janus.plugin.videoroom' }))
    const { plugindata } = await ask({ janus: 'message', session_id, handle_id, body: { request: 'list' } })
    const list: unknown = Reflect.get(Object(Reflect.get(Object(plugindata), 'data')), 'list')
    const rooms = (Array.isArray(list) ? list : []).filter(
      (room) => Reflect.get(Object(room), 'description') === 'Parley',
    )
    return rooms.map((room) => ({ people: Math.max(0, Number(Reflect.get(Object(room), 'num_participants')) - 1) }))
  } finally {
    socket.close()
  }
}
