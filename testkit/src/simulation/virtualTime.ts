import { createTimers } from './createTimers.ts'

/** Virtual time for the whole process. It advances only on request. */
export interface VirtualTime {
  /** Milliseconds since the start, which no shift of the clock changes. */
  elapsedMs(): number
  /** Lets time pass; whatever is due within it happens. */
  advance(ms: number): Promise<void>
  /** Lets time pass until the work is done. @throws {VirtualTimeoutError} where that takes too long. */
  finish<T>(work: Promise<T>, limitMs: number): Promise<T>
  /** Shifts the clock, as an administrator does. Pending timers keep their duration. */
  shiftClock(ms: number): void
  /** Drops all timers: their owners are gone. */
  forgetTimers(): void
  /** Real time again. */
  end(): void
}

export class VirtualTimeoutError extends Error {
  override readonly name = 'VirtualTimeoutError'
  readonly code = 'virtual_timeout'
}

const realSetImmediate = setImmediate

/** Turns of the event loop until nothing is pending in memory. Response bodies take several. */
const settleTurns = 8

async function settle(): Promise<void> {
  for (let turn = 0; turn < settleTurns; turn += 1) await new Promise<void>((resolve) => realSetImmediate(resolve))
}

/** Takes the place of this process's timers and clocks, which begin at `startMs`, unix milliseconds. */
export function startVirtualTime(startMs: number): VirtualTime {
  const timers = createTimers()
  let offsetMs = startMs
  const restore = takePlace(timers, () => offsetMs + timers.nowMs())

  async function step(endMs: number): Promise<void> {
    timers.moveTo(Math.min(endMs, timers.nextMs() ?? endMs))
    await settle()
  }

  return {
    elapsedMs: timers.nowMs,
    async advance(ms) {
      const endMs = timers.nowMs() + ms
      await settle()
      while (timers.nowMs() < endMs) await step(endMs)
    },
    async finish(work, limitMs) {
      const endMs = timers.nowMs() + limitMs
      const progress = { isDone: false }
      const ended = work.finally(() => (progress.isDone = true))
      ended.catch(() => undefined)
      await settle()
      while (!progress.isDone) {
        if (timers.nowMs() >= endMs) throw new VirtualTimeoutError('it did not end within its virtual time')
        await step(endMs)
      }
      return ended
    },
    shiftClock(ms) {
      offsetMs += ms
    },
    forgetTimers: timers.forgetAll,
    end: restore,
  }
}

/** Puts virtual clocks in place of the real ones. @returns what puts the real ones back. */
function takePlace(timers: ReturnType<typeof createTimers>, nowMs: () => number): () => void {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    Date: globalThis.Date,
  }
  const realPerformanceNow = performance.now
  const realAbortTimeout = AbortSignal.timeout
  const set =
    (repeats: 'once' | 'again') =>
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      timers.set(() => run(...args), ms, repeats)
  class VirtualDate extends real.Date {
    constructor(...given: [] | [number | string | Date]) {
      super(given.length === 0 ? nowMs() : given[0])
    }
    static override now(): number {
      return nowMs()
    }
  }
  Object.assign(globalThis, {
    setTimeout: set('once'),
    clearTimeout: timers.clear,
    setInterval: set('again'),
    clearInterval: timers.clear,
    Date: VirtualDate,
  })
  performance.now = timers.nowMs
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    timers.set(() => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms, 'once')
    return controller.signal
  }
  return () => {
    Object.assign(globalThis, real)
    performance.now = realPerformanceNow
    AbortSignal.timeout = realAbortTimeout
  }
}
