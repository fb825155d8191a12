import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { ownFile } from '../../ownFiles.ts'
import { sniffImageType, type WorkLimits } from '../imageLimits.ts'
import {
  channelFd,
  decodeAnswer,
  encodeJob,
  messageOf,
  MessageReader,
  type PictureJob,
  type WorkerAnswer,
} from './pictureJob.ts'
import { workerSandbox } from './workerSandbox.ts'

export type JobOutcome =
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  /** The decoder refused. */
  | { readonly kind: 'refused'; readonly problem: 'tooLarge' | 'notRendered'; readonly detail: string }
  /** The job took too much processor time or memory, answered too much, or crashed its worker. */
  | { readonly kind: 'killed'; readonly detail: string }
  /** The worker could not be started, was ended from outside, or the machine is too busy: not the picture's fault. */
  | { readonly kind: 'lost'; readonly detail: string }

/** A process that decodes pictures, one at a time. It starts with the first job and ends when idle. */
export interface WorkerProcess {
  /** @param cpuMs the processor time that the job may take. */
  run(job: PictureJob, cpuMs: number): Promise<JobOutcome>
  stop(): void
}

/** What bounds every job of a worker, beside its processor time. */
export type WorkerLimits = Pick<WorkLimits, 'wallMs' | 'memoryBytes' | 'keptBytes' | 'answerBytes'>

const program = ownFile('worker/pictureWorker.ts')
const startTimeoutMs = 30_000
const idleMs = 60_000
const checkMs = 50
const pageBytes = 4_096
const clockTickMs = 10

interface Worker {
  readonly child: ChildProcess
  readonly channel: Socket
  /** False where it did not start. */
  readonly ready: Promise<boolean>
  /** Takes the next message; null stands for one that is over the bound. */
  onMessage: (message: Buffer | null) => void
}

/**
 * Decoders are native code that no time-out reaches, so each runs in a process that is killed, and replaced, when a job takes
 * too much processor time or memory. Time on the clock does not count: a busy machine makes honest pictures slow.
 */
export function createWorkerProcess({ wallMs, memoryBytes, keptBytes, answerBytes }: WorkerLimits): WorkerProcess {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let isStopped = false

  function current(): Worker {
    if (worker) return worker
    const started = startWorker(answerBytes)
    started.child.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return (worker = started)
  }

  function discard(which: Worker | undefined): void {
    which?.child.kill('SIGKILL')
    which?.channel.destroy()
    if (worker === which) worker = undefined
  }

  function attempt(used: Worker, job: PictureJob, cpuMs: number): Promise<JobOutcome> {
    const { child, channel } = used
    const id = (lastId += 1)
    const mostBytes = residentBytes(child.pid) + memoryBytes
    const startedMs = performance.now()
    const cpuBeforeMs = processorMs(child.pid)
    return new Promise<JobOutcome>((resolve) => {
      const settle = (outcome: JobOutcome): void => {
        clearInterval(checks)
        child.off('exit', onExit)
        used.onMessage = () => discard(used)
        resolve(outcome)
      }
      const kill = (kind: 'killed' | 'lost', detail: string): void => {
        discard(used)
        settle({ kind, detail })
      }
      const check = (): void => {
        const tookMs = performance.now() - startedMs
        const usedMs = cpuBeforeMs === null ? tookMs : (processorMs(child.pid) ?? 0) - cpuBeforeMs
        if (usedMs > cpuMs) kill('killed', `took more than ${cpuMs} ms of processor time`)
        else if (residentBytes(child.pid) > mostBytes) kill('killed', `took more than ${memoryBytes} bytes of memory`)
        else if (tookMs > wallMs) kill('lost', `not done within ${wallMs} ms, with ${usedMs} ms of processor time`)
      }
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
        const wasEnded = isStopped || signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP'
        settle({ kind: wasEnded ? 'lost' : 'killed', detail: `the worker ended with ${signal ?? `code ${code}`}` })
      }
      const checks = setInterval(check, checkMs)
      used.onMessage = (message) => {
        const answer = message && decodeAnswer(message)
        if (answer?.id === id) settle(outcomeOf(answer))
        else kill('killed', message ? 'the worker answered out of turn' : `answered more than ${answerBytes} bytes`)
      }
      child.once('exit', onExit)
      channel.write(messageOf(encodeJob({ ...job, id })), (error) => {
        if (error) settle({ kind: 'lost', detail: error.message })
      })
    })
  }

  return {
    async run(job, cpuMs) {
      if (isStopped) return { kind: 'lost', detail: 'closing' }
      clearTimeout(idle)
      const used = current()
      const outcome = (await used.ready)
        ? await attempt(used, job, cpuMs)
        : { kind: 'lost' as const, detail: 'the worker did not start' }
      const isReusable = outcome.kind === 'done' || outcome.kind === 'refused'
      if (!isReusable || residentBytes(used.child.pid) > keptBytes) discard(used)
      else idle = setTimeout(discard, idleMs, used).unref()
      return outcome
    },
    stop() {
      isStopped = true
      clearTimeout(idle)
      discard(worker)
    },
  }
}

function startWorker(answerBytes: number): Worker {
  const { execPath, execArgv } = workerSandbox()
  const child = spawn(execPath, [...execArgv, program], {
    // It needs nothing of the server's environment, least of all its secrets. Each arena of glibc keeps memory of its own.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const { promise: ready, resolve } = Promise.withResolvers<boolean>()
  // Without a listener an error here would end the server.
  child.on('error', () => resolve(false))
  child.once('exit', () => resolve(false))
  preferForKilling(child.pid)
  const channel = child.stdio[channelFd]
  if (!(channel instanceof Socket)) throw new Error('a worker without a channel')
  const timer = setTimeout(() => resolve(false), startTimeoutMs)
  void ready.then(() => clearTimeout(timer))
  const worker: Worker = { child, channel, ready, onMessage: () => resolve(true) }
  const reader = new MessageReader(answerBytes)
  channel.on('data', (chunk: Buffer) => {
    try {
      for (const message of reader.read(chunk)) worker.onMessage(message)
    } catch {
      worker.onMessage(null)
    }
  })
  // The end of the process says what happened.
  channel.on('error', () => undefined)
  child.unref()
  channel.unref()
  return worker
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

/** CPU time of a process and all its threads; null where the system does not tell. */
function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before may hold anything, and ends with the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * clockTickMs
  } catch {
    return null
  }
}

/** A worker's word is checked: what it decodes may have taken it over. */
function outcomeOf(answer: WorkerAnswer): JobOutcome {
  if ('problem' in answer) return { kind: 'refused', problem: answer.problem, detail: answer.detail }
  const type = sniffImageType(answer.bytes)
  return type === 'image/webp' || type === 'image/png'
    ? { kind: 'done', bytes: answer.bytes }
    : { kind: 'refused', problem: 'notRendered', detail: 'the worker answered with no picture' }
}
