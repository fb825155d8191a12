import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PictureError } from '../PictureError.ts'
import { drawMaxBytes, drawTimeoutMs, maxSvgBytes } from './imageLimits.ts'

/** Turns drawings into pictures, in processes of their own. */
export interface SvgRasteriser {
  /** A PNG whose longer side is `size`. @throws {PictureError} `tooLarge`, `notRendered` */
  rasterise(svg: Uint8Array, size: number): Promise<Uint8Array>
  close(): void
}

interface Job {
  readonly svg: string
  readonly size: number
  resolve(png: Uint8Array): void
  reject(error: PictureError): void
}

const maxWaiting = 500
const memoryLookMs = 50
const pageBytes = 4_096

/**
 * A drawing is a program: filters, patterns and references can keep a renderer busy for ever, inside native code that no
 * time-out reaches. So each process draws one at a time, and is killed, and replaced, when the time is over.
 */
export function createSvgRasteriser(processes = 2): SvgRasteriser {
  const waiting: Job[] = []
  const drawers = Array.from({ length: processes }, createDrawer)
  let closed = false

  function next(): void {
    for (const drawer of drawers) {
      if (drawer.busy) continue
      const job = waiting.shift()
      if (!job) return
      void drawer.draw(job).finally(next)
    }
  }

  return {
    async rasterise(svg, size) {
      if (svg.length > maxSvgBytes) throw new PictureError('tooLarge', 'svg')
      if (closed || waiting.length >= maxWaiting) throw new PictureError('busy', 'svg')
      const text = new TextDecoder().decode(svg)
      // Entities can multiply without bound, and honest drawings declare none.
      if (/<!ENTITY/i.test(text)) throw new PictureError('notRendered', 'svg with entities')
      return new Promise((resolve, reject) => {
        waiting.push({ svg: text, size, resolve, reject })
        next()
      })
    },
    close() {
      closed = true
      for (const job of waiting.splice(0)) job.reject(new PictureError('busy', 'closing'))
      for (const drawer of drawers) drawer.close()
    },
  }
}

function createDrawer() {
  let child: ChildProcess | undefined
  let lastId = 0
  let busy = false

  function start(): ChildProcess {
    const started = fork(join(import.meta.dirname, 'svgWorker.ts'), {
      serialization: 'advanced',
      // It needs nothing of the server's environment, least of all its secrets.
      env: { PATH: process.env['PATH'] ?? '' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const forget = (): void => {
      if (child === started) child = undefined
    }
    // A process that could not even be started tells of no exit, and an error that nobody hears would end the server.
    started.once('exit', forget).on('error', forget)
    started.unref()
    started.channel?.unref()
    return started
  }

  function kill(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  function draw(job: Job): Promise<void> {
    busy = true
    const drawer = (child ??= start())
    const id = ++lastId
    return new Promise<void>((resolve) => {
      const watch = setInterval(() => {
        if (residentBytes(drawer.pid) < drawMaxBytes) return
        kill()
        finish({ problem: 'drawing took too much memory' })
      }, memoryLookMs)
      const finish = (outcome: { png: Uint8Array } | { problem: string }): void => {
        clearTimeout(timer)
        clearInterval(watch)
        drawer.off('message', onMessage).off('exit', onExit).off('error', onExit)
        busy = false
        if ('png' in outcome) job.resolve(outcome.png)
        else job.reject(new PictureError('notRendered', outcome.problem))
        resolve()
      }
      const onExit = (): void => finish({ problem: 'the drawing process ended' })
      const onMessage = (message: unknown): void => {
        const answer = readAnswer(message, id)
        if (answer) finish(answer)
      }
      const timer = setTimeout(() => {
        kill()
        finish({ problem: 'drawing took too long' })
      }, drawTimeoutMs)
      drawer.on('message', onMessage).once('exit', onExit).once('error', onExit)
      drawer.send({ id, svg: job.svg, size: job.size }, (error) => {
        if (error) onExit()
      })
    })
  }

  return {
    get busy() {
      return busy
    },
    draw,
    close: kill,
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

function readAnswer(message: unknown, id: number): { png: Uint8Array } | { problem: string } | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message) || message.id !== id) return undefined
  if ('png' in message && message.png instanceof Uint8Array) return { png: message.png }
  return { problem: 'error' in message && typeof message.error === 'string' ? message.error : 'failed' }
}
