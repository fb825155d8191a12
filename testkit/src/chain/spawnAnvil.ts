import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { dyingWithParent } from '../process/processes.ts'
import { AnvilError } from './AnvilError.ts'

const startTimeoutMs = 120_000
const keptOutputChars = 4000

/** The anvil binary that npm installed for this platform. */
function anvilBinary(): string {
  const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
  return join(dirname(manifest), 'bin/anvil')
}

export interface Anvil {
  readonly process: ChildProcess
  readonly port: number
  /** Kills anvil, which then saves nothing: save the state first. */
  stop(): Promise<void>
}

/**
 * Starts anvil and waits until it listens. With `--port 0` the system chooses the port. `folder` replaces the home
 * folder for its cache and other files.
 */
export function spawnAnvil(args: readonly string[], folder: string): Promise<Anvil> {
  const [file, argv] = dyingWithParent(anvilBinary(), [...args, '--cache-path', folder])
  const child = spawn(file, argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole process group, but the chain must outlive the server that uses it.
    detached: true,
    env: { ...process.env, HOME: folder, TMPDIR: folder, _RJEM_MALLOC_CONF: allocator },
  })
  const orphaned = (): void => void child.kill('SIGKILL')
  process.once('exit', orphaned)
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new AnvilError(what, output.trim()))
    }
    const timer = setTimeout(() => fail('anvil did not listen in time.'), startTimeoutMs)
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-keptOutputChars)
      const port = /Listening on [^\s]*:(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      output = ''
      child.stdout.removeListener('data', read).resume()
      clearTimeout(timer)
      resolve({ process: child, port: Number(port), stop: () => stop(child) })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptOutputChars)))
    child.once('error', (error) => fail(error.message))
    child.once('exit', () => {
      process.removeListener('exit', orphaned)
      fail('anvil ended.')
    })
  })
}

/** Returns freed memory to the system at once. By default, jemalloc retains about the size of a state dump. */
const allocator = 'dirty_decay_ms:0,muzzy_decay_ms:0'

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  await ended
}
