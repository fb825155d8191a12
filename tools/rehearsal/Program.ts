import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { dyingWithParent } from '@parley/testkit'

const stopTimeoutMs = 30_000
const logTailLength = 3_000

export interface ProgramOptions {
  /** Where its output goes, as `<name>.log`. */
  readonly folder: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** PostgreSQL refuses to run as root. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** Ends it in good order. */
  readonly stopSignal?: NodeJS.Signals
}

/** One process of the topology. It ends with this process, however that ends. */
export class Program {
  readonly name: string
  readonly #child: ChildProcess
  readonly #log: string
  readonly #stopSignal: NodeJS.Signals
  #readChars = 0

  constructor(name: string, command: readonly [file: string, ...args: string[]], options: ProgramOptions) {
    const { folder, cwd = folder, env = {}, user, stopSignal = 'SIGTERM' } = options
    this.name = name
    this.#log = join(folder, `${name}.log`)
    this.#stopSignal = stopSignal
    const [file, args] = dyingWithParent(command[0], command.slice(1))
    const output = openSync(this.#log, 'a')
    this.#child = spawn(file, args, {
      ...user,
      cwd,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
    })
    this.#child.once('error', () => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isRunning(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The end of what it wrote. */
  said(): string {
    return readFileSync(this.#log, 'utf8').slice(-logTailLength)
  }

  /** Message and stack of the errors that it logged since this was last asked, each once. */
  newErrors(): readonly string[] {
    const text = readFileSync(this.#log, 'utf8').slice(this.#readChars)
    this.#readChars += text.length
    const errors = text
      .split('\n')
      .filter((line) => line.includes('"level":50'))
      .map(
        (line) => `${/"msg":"([^"]*)"/.exec(line)?.[1] ?? ''}: ${/"stack":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? ''}`,
      )
    return [...new Set(errors)]
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Like `kill -9`. */
  async kill(): Promise<void> {
    if (!this.isRunning) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(this.#stopSignal)
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopTimeoutMs)
    await ended
    clearTimeout(timer)
  }
}

/** Free ports of 127.0.0.1. Held together, so they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** It didn't happen in time: something hangs. */
export class HungError extends Error {
  override readonly name = 'HungError'
}

/** Longer than that is a hang, on a machine of any speed. */
export const usualWaitMs = 300_000
let longestWaitMs = usualWaitMs
const askAgainMs = 250

/** Limits every later wait. A short limit finds sooner what never comes back, but needs a quiet machine. */
export function waitAtMost(ms: number): void {
  longestWaitMs = ms
}

/** Asks until there is an answer. Failures count as none. @throws {HungError} */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  waitMs = longestWaitMs,
): Promise<T> {
  const deadlineMs = performance.now() + waitMs
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer) return answer
    if (performance.now() > deadlineMs) throw new HungError(`${what}: not within ${waitMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
