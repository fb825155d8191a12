import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = '/usr/bin/turnserver'
const host = '127.0.0.1'
const readyTimeoutMs = 120_000
const askAgainMs = 100
const stopTimeoutMs = 5_000

/** A relay of one's own, for this machine alone. */
export interface Coturn {
  /** For TURN_URLS. */
  readonly url: string
  /** The same by TLS. */
  readonly tlsUrl: string
  /** The certificate that it shows there, of its own making. */
  readonly certificate: string
  stop(): Promise<void>
}

/** coturn is not on this machine, and this user may not install it. */
export class CoturnMissingError extends Error {
  readonly code = 'coturn_missing'
  constructor() {
    super('coturn is missing. Install it with: apt-get install -y coturn')
    this.name = 'CoturnMissingError'
  }
}

/** Starts Debian's coturn with this secret, as an operator would but for the loopback addresses. Root installs it where it is missing. */
export async function startCoturn(
  secret: string,
  { userQuota = 0 }: { /** Allocations that one user may hold; 0 is no limit. */ readonly userQuota?: number } = {},
): Promise<Coturn> {
  await requireProgram()
  // A free port may be taken before coturn binds it. It then exits, and the next one is tried.
  for (let attempt = 1; attempt < 5; attempt += 1) {
    const started = await startAt(await freePort(), secret, userQuota).catch(() => null)
    if (started) return started
  }
  return startAt(await freePort(), secret, userQuota)
}

async function startAt(port: number, secret: string, userQuota: number): Promise<Coturn> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-turn-'))
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', `subjectAltName=IP:${host}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate])
  const server = spawn(
    program,
    [
      '-n',
      '--no-cli',
      '--no-dtls',
      '--fingerprint',
      '--use-auth-secret',
      '--allow-loopback-peers',
      `--static-auth-secret=${secret}`,
      '--realm=parley.test',
      `--user-quota=${userQuota}`,
      `--listening-port=${port}`,
      `--tls-listening-port=${await freePort()}`,
      `--cert=${certificate}`,
      `--pkey=${key}`,
      `--listening-ip=${host}`,
      `--relay-ip=${host}`,
      '--log-file=stdout',
      '--simple-log',
      `--userdb=${join(folder, 'users')}`,
      `--pidfile=${join(folder, 'pid')}`,
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const stop = async (): Promise<void> => {
    await end(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilItAnswers(port, server)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `turn:${host}:${port}?transport=udp`,
    // It sees what comes at either port.
    tlsUrl: `turns:${host}:${port}?transport=tcp`,
    certificate: await readFile(certificate, 'utf8'),
    stop,
  }
}

async function requireProgram(): Promise<void> {
  if (existsSync(program)) return
  if (process.getuid?.() !== 0) throw new CoturnMissingError()
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'coturn'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).catch(() => {
    throw new CoturnMissingError()
  })
}

/** Free for UDP and TCP: coturn tries for a minute to get a TCP port that is taken. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const socket = createSocket('udp4')
  try {
    socket.bind(typeof address === 'object' ? address?.port : 0, host)
    await once(socket, 'listening')
    return socket.address().port
  } finally {
    socket.close()
    server.close()
  }
}

/** Sends a STUN binding request (RFC 8489): twenty bytes, the last twelve chosen by us. */
async function untilItAnswers(port: number, server: ChildProcess): Promise<void> {
  const socket = createSocket('udp4')
  const question = Buffer.concat([Buffer.from([0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42]), Buffer.from('parley waits')])
  const ask = setInterval(() => socket.send(question, port, host), askAgainMs)
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('coturn does not answer')), readyTimeoutMs)
  server.once('exit', () => reject(new Error('coturn ended')))
  try {
    await Promise.race([once(socket, 'message'), failed])
  } finally {
    clearInterval(ask)
    clearTimeout(timer)
    socket.close()
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}
