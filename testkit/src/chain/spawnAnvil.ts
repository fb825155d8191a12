import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AnvilError } from './AnvilError.ts'
import { untilEndsByItself } from './untilEndsByItself.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 15_000
const keptOutputChars = 4000

/** The anvil that npm brought for this platform. */
function anvilBinary(): string {
  const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
  return join(dirname(manifest), 'bin/anvil')
}

export interface Anvil {
  readonly process: ChildProcess
  readonly port: number
  /** Ends anvil, letting it write its state first; kills it where it does not end in time. */
  stop(): Promise<void>
}

/**
 * Starts anvil, and waits until it listens and handles SIGTERM. With `--port 0` among the arguments the system chooses
 * the port.
 */
export function spawnAnvil(args: readonly string[]): Promise<Anvil> {
  // Detached: Ctrl-C reaches the whole process group, but the chain must outlive its users.
  const child = spawn(anvilBinary(), [...args], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const orphaned = (): void => void child.kill('SIGTERM')
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
      void untilEndsByItself(child.pid ?? 0).then(() => {
        clearTimeout(timer)
        resolve({ process: child, port: Number(port), stop: () => stop(child) })
      })
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}
