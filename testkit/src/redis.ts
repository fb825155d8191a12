import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

const binary = '/usr/bin/redis-server'
const startTimeoutMs = 120_000

/** A Redis of one's own, on a port of this machine, that keeps nothing. */
export interface TestRedis {
  /** With its password. */
  readonly url: string
  readonly port: number
  /** Ends it without a goodbye. Everything that it counted is gone. */
  kill(): Promise<void>
  /** Starts it again at the same port. */
  restart(): Promise<void>
  /** Holds it: it accepts connections and answers nothing, until the next call. */
  hang(isHanging: boolean): void
  /** Sets the memory that it may use. */
  limitMemory(maxMb: number): Promise<void>
  /** Sends it a command, as an operator does with redis-cli. */
  tell(...command: readonly string[]): Promise<void>
  /** Makes it a replica of this machine's Redis at a port, so that it takes no writes. */
  follow(primaryPort: number): Promise<void>
  stop(): Promise<void>
}

export const redisPassword = 'a-password-of-tests'

/** Starts Debian's redis-server, which root installs where it is missing. */
export async function startRedis(): Promise<TestRedis> {
  await requireRedis()
  const started = await startAnywhere()
  const { port } = started
  let { server } = started
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  const tell = async (...command: readonly string[]) => {
    const env = { ...process.env, REDISCLI_AUTH: redisPassword }
    await run('/usr/bin/redis-cli', ['-p', String(port), ...command], { env })
  }
  return {
    url: `redis://:${redisPassword}@127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      await kill()
      server = await startAt(port)
    },
    hang: (isHanging) => void server.kill(isHanging ? 'SIGSTOP' : 'SIGCONT'),
    tell,
    limitMemory: (maxMb) => tell('config', 'set', 'maxmemory', `${maxMb}mb`),
    follow: (primaryPort) => tell('replicaof', '127.0.0.1', String(primaryPort)),
    stop: kill,
  }
}

async function requireRedis(): Promise<void> {
  if (existsSync(binary)) return
  if (process.getuid?.() === 0)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).catch(() => undefined)
  if (!existsSync(binary)) throw new Error('Redis is missing. Install it with: apt-get install -y redis-server')
}

/** Redis can't choose a free port itself, so ports are tried until one is free. */
async function startAnywhere(): Promise<{ server: ChildProcess; port: number }> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(20_000, 60_000)
    try {
      return { server: await startAt(port), port }
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error
    }
  }
  throw new PortTakenError()
}

class PortTakenError extends Error {}

async function startAt(port: number): Promise<ChildProcess> {
  const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no', requirepass: redisPassword }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(binary, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  let said = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
    if (text.includes('Ready to accept connections')) resolve()
  })
  server.once('exit', () =>
    reject(/Address already in use/.test(said) ? new PortTakenError() : new Error(`Redis ended: ${said}`)),
  )
  const timer = setTimeout(() => reject(new Error(`Redis is not ready: ${said}`)), startTimeoutMs)
  await ready.finally(() => clearTimeout(timer))
  return server
}
