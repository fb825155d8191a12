import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openInspector, type Inspector } from './inspector.ts'
import { busyThreads, openHandles, processorShare, residentBytes } from './processFigures.ts'

const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')
const startTimeoutMs = 120_000
const stopTimeoutMs = 20_000
const kept = 50

/** The process's current resources. */
export interface Figures {
  readonly rssBytes: number
  /** Open files and sockets. */
  readonly handles: number
  readonly timers: number
  /** Threads that never pause, including its drawing processes'. */
  readonly busy: number
  /** Reachable heap after garbage collection. */
  readonly heldBytes: number
}

/** The product's server in its own process, as an operator runs it. */
export interface ServerProcess {
  readonly port: number
  /** How it ended; null while it runs. */
  readonly end: () => string | null
  readonly ended: Promise<void>
  /** Errors of its own that the server logged, and its standard error. */
  readonly complaints: readonly string[]
  readonly rssBytes: () => Promise<number>
  readonly handles: () => Promise<number>
  /** How many times slower its work ran than on an idle machine. */
  readonly stretch: () => Promise<number>
  figures(): Promise<Figures>
  stop(): Promise<void>
}

export interface ServerPlan {
  readonly env: Readonly<Record<string, string>>
  /** Modules to load before the server. */
  readonly preload?: readonly string[]
}

export async function startServerProcess({ env, preload = [] }: ServerPlan): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    ['--inspect=127.0.0.1:0', ...preload.flatMap((module) => ['--import', module]), main],
    { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const orphaned = (): void => void child.kill('SIGKILL')
  process.once('exit', orphaned)
  let end: string | null = null
  const complaints: string[] = []
  const complain = (text: string): void => void (complaints.length < kept && complaints.push(text))
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.removeListener('exit', orphaned)
    end = `the server ended with ${String(code ?? signal)}: ${complaints.slice(-12).join(' ⏎ ')}`
  })
  const listening = new Promise<number>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const entry = parseLine(line)
      if (entry?.msg === 'listening' && entry.url !== undefined) resolve(Number(new URL(entry.url).port))
      if ((entry?.level ?? 0) >= errorLevel) complain(line.slice(0, 2_000))
    })
  })
  let inspector: Inspector | undefined
  const inspecting = new Promise<string>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      const [, url] = /^Debugger listening on (\S+)/.exec(line) ?? []
      if (url !== undefined) resolve(url)
      // After an uncaught exception, Node waits for the debugger before it exits.
      else if (line.startsWith('Waiting for the debugger to disconnect')) inspector?.close()
      else if (!debuggerChatter.test(line)) complain(line)
    })
  })
  const failed = ended.then(() => Promise.reject(new Error(end ?? 'the server ended')))
  // Callers that still wait see the rejection below.
  failed.catch(() => undefined)
  const late = AbortSignal.timeout(startTimeoutMs)
  const tooLate = once(late, 'abort').then(() => Promise.reject(new Error('the server did not listen in time')))
  tooLate.catch(() => undefined)
  let opened: Inspector
  let port: number
  try {
    opened = await Promise.race([inspecting.then(openInspector), failed, tooLate])
    inspector = opened
    port = await Promise.race([listening, failed, tooLate])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const pid = child.pid ?? 0
  const handles = (): Promise<number> => openHandles(pid)
  const rssBytes = (): Promise<number> => residentBytes(pid)
  return {
    port,
    end: () => end,
    ended,
    complaints,
    rssBytes,
    handles,
    async stretch() {
      const { ranMs, waitedMs } = await processorShare(pid)
      return ranMs > 0 ? (ranMs + waitedMs) / ranMs : 1
    },
    async figures() {
      const { heldBytes, timers } = await opened.look()
      return { rssBytes: await rssBytes(), handles: await handles(), busy: await busyThreads(pid), timers, heldBytes }
    },
    async stop() {
      opened.close()
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/** pino's level for the server's own faults. */
const errorLevel = 50
const debuggerChatter = /^(For help, see|Debugger |$)/

interface LogEntry {
  readonly level?: number
  readonly msg?: string
  readonly url?: string
}

function parseLine(line: string): LogEntry | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
