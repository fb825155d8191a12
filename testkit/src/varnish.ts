import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const binary = '/usr/sbin/varnishd'
const rules = join(import.meta.dirname, '../../deploy/varnish/parley.vcl')
const startTimeoutMs = 120_000

/** A caching proxy in front of a server, with the rules that operators get. */
export interface TestVarnish {
  readonly url: string
  /** How many answers it holds, and notes of what it may not keep. */
  objects(): Promise<number>
  stop(): Promise<void>
}

/** Starts Debian's Varnish, which root installs where it is missing. */
export async function startVarnish(
  backend: { readonly port: number },
  /** Changes the rules, as an operator may do. */
  edit: (text: string) => string = (text) => text,
): Promise<TestVarnish> {
  await requireVarnish()
  const folder = await mkdtemp(join(tmpdir(), 'parley-varnish-'))
  // It reads as a user of its own.
  await chmod(folder, 0o755)
  const vcl = join(folder, 'parley.vcl')
  const text = await readFile(rules, 'utf8')
  await writeFile(
    vcl,
    edit(text).replaceAll('${BACKEND_HOST}', '127.0.0.1').replaceAll('${BACKEND_PORT}', String(backend.port)),
  )
  const work = join(folder, 'work')
  await mkdir(work)
  const options = ['-F', '-n', work, '-a', '127.0.0.1:0', '-f', vcl, '-s', 'malloc,64m']
  const varnish = spawn(binary, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  varnish.stderr.setEncoding('utf8').on('data', (words: string) => {
    said = (said + words).slice(-4_000)
    if (said.includes('said Child starts')) resolve()
  })
  varnish.once('exit', () => reject(new Error(`Varnish ended: ${said}`)))
  const timer = setTimeout(() => reject(new Error(`Varnish is not ready: ${said}`)), startTimeoutMs)
  const stop = async (): Promise<void> => {
    if (varnish.exitCode === null && varnish.signalCode === null) {
      const ended = once(varnish, 'exit')
      varnish.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await started.finally(() => clearTimeout(timer))
    const { stdout } = await run('/usr/bin/varnishadm', ['-n', work, 'debug.listen_address'])
    const port = stdout.trim().split(' ').at(-1)
    return { url: `http://127.0.0.1:${port}`, objects: () => countObjects(work), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function countObjects(work: string): Promise<number> {
  const { stdout } = await run('/usr/bin/varnishstat', ['-n', work, '-1', '-f', 'MAIN.n_object'])
  const [, count] = /^MAIN\.n_object\s+(\d+)/m.exec(stdout) ?? []
  if (count === undefined) throw new Error(`Varnish tells no number of objects: ${stdout}`)
  return Number(count)
}

async function requireVarnish(): Promise<void> {
  if (existsSync(binary)) return
  if (process.getuid?.() === 0)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'varnish'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).catch(() => undefined)
  if (!existsSync(binary)) throw new Error('Varnish is missing. Install it with: apt-get install -y varnish')
}
