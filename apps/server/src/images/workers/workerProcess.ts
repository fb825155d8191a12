import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { WorkLimits } from '../picture/imageLimits.ts'
import { sniffImageType } from '../picture/sniffImageType.ts'
import type { PictureJob } from './pictureJob.ts'
import { workerSandbox } from './workerSandbox.ts'

export type JobOutcome =
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  /** The decoder refused. */
  | { readonly kind: 'refused'; readonly problem: 'tooLarge' | 'notRendered'; readonly detail: string }
  /** The job took too long or too much memory, or crashed its worker. */
  | { readonly kind: 'killed'; readonly detail: string }
  /** The worker could not be started, or was ended from outside: not the picture's fault. */
  | { readonly kind: 'lost'; readonly detail: string }

/** What a job may take, in time and memory. */
export interface JobLimits extends Pick<WorkLimits, 'memoryBytes' | 'keptBytes'> {
  readonly timeoutMs: number
}

/** A process that decodes pictures, one at a time. It starts with the first job and ends when idle. */
export interface WorkerProcess {
  run(job: PictureJob, limits: JobLimits): Promise<JobOutcome>
  stop(): void
}

const program = join(import.meta.dirname, '../../worker/pictureWorker.ts')
const startTimeoutMs = 30_000
const idleMs = 60_000
const memoryCheckMs = 50
const pageBytes = 4_096

const answerSchema = z.union([
  z.object({ id: z.number(), bytes: z.instanceof(Uint8Array) }),
  z.object({ id: z.number(), problem: z.enum(['tooLarge', 'notRendered']), detail: z.string().max(300) }),
])

interface Worker {
  readonly child: ChildProcess
  /** False where it did not start. */
  readonly ready: Promise<boolean>
}

/**
 * Decoders are native code that no time-out reaches, so each runs in a process that is killed, and replaced, when a job takes
 * too long or too much memory.
 */
export function createWorkerProcess(): WorkerProcess {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let isStopped = false

  function current(): Worker {
    if (worker) return worker
    const started = startWorker()
    started.child.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return (worker = started)
  }

  function discard(): void {
    worker?.child.kill('SIGKILL')
    worker = undefined
  }

  function attempt({ child }: Worker, job: PictureJob, { timeoutMs, memoryBytes }: JobLimits): Promise<JobOutcome> {
    const id = (lastId += 1)
    const mostBytes = residentBytes(child.pid) + memoryBytes
    return new Promise<JobOutcome>((resolve) => {
      const settle = (outcome: JobOutcome): void => {
        clearTimeout(timer)
        clearInterval(memory)
        child.off('message', onMessage).off('exit', onExit)
        resolve(outcome)
      }
      const kill = (detail: string): void => {
        discard()
        settle({ kind: 'killed', detail })
      }
      const onMessage = (message: unknown): void => {
        const outcome = outcomeOf(message, id)
        if (outcome) settle(outcome)
      }
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
        const wasEnded = isStopped || signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP'
        settle({ kind: wasEnded ? 'lost' : 'killed', detail: `the worker ended with ${signal ?? `code ${code}`}` })
      }
      const timer = setTimeout(() => kill(`took longer than ${timeoutMs} ms`), timeoutMs)
      const memory = setInterval(() => {
        if (residentBytes(child.pid) > mostBytes) kill(`took more than ${memoryBytes} bytes of memory`)
      }, memoryCheckMs)
      child.on('message', onMessage).once('exit', onExit)
      child.send({ ...job, id }, (error) => {
        if (error) settle({ kind: 'lost', detail: error.message })
      })
    })
  }

  return {
    async run(job, limits) {
      if (isStopped) return { kind: 'lost', detail: 'closing' }
      clearTimeout(idle)
      const used = current()
      const outcome = (await used.ready)
        ? await attempt(used, job, limits)
        : { kind: 'lost' as const, detail: 'the worker did not start' }
      const isReusable = outcome.kind === 'done' || outcome.kind === 'refused'
      if (!isReusable || residentBytes(used.child.pid) > limits.keptBytes) discard()
      else idle = setTimeout(discard, idleMs).unref()
      return outcome
    },
    stop() {
      isStopped = true
      clearTimeout(idle)
      discard()
    },
  }
}

function startWorker(): Worker {
  const { execPath, execArgv } = workerSandbox()
  const child = fork(program, {
    execPath,
    execArgv: [...execArgv],
    serialization: 'advanced',
    // It needs nothing of the server's environment, least of all its secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  preferForKilling(child.pid)
  const ready = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), startTimeoutMs)
    // Without a listener an error here would end the server.
    child.on('error', () => resolve(false))
    child.once('exit', () => resolve(false))
    child.once('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
  child.unref()
  child.channel?.unref()
  return { child, ready }
}

/** Where the machine runs out of memory, the kernel takes a worker before the server. */
function preferForKilling(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Other systems have no such file.
  }
}

/** What a process holds in memory; 0 where the system does not tell. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return Number(pages) * pageBytes
  } catch {
    return 0
  }
}

/** A worker's word is checked: what it decodes may have taken it over. */
function outcomeOf(message: unknown, id: number): JobOutcome | undefined {
  const { success, data } = answerSchema.safeParse(message)
  if (!success || data.id !== id) return undefined
  if ('problem' in data) return { kind: 'refused', problem: data.problem, detail: data.detail }
  const type = sniffImageType(data.bytes)
  return type === 'image/webp' || type === 'image/png'
    ? { kind: 'done', bytes: data.bytes }
    : { kind: 'refused', problem: 'notRendered', detail: 'the worker answered with no picture' }
}
