/** Return value of `setTimeout` and `setInterval`: the used part of Node's own. */
class SimTimer {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
}

interface Waiting {
  readonly timer: SimTimer
  readonly run: () => void
  readonly everyMs: number | null
  dueMs: number
}

/** Timers over a time of their own, in the order in which they are due and, at one moment, were set. */
export interface SimTimers {
  nowMs(): number
  set(run: () => void, ms: number | undefined, repeats: 'once' | 'again'): SimTimer
  clear(timer: unknown): void
  /** When the next one is due; null where none is. */
  nextMs(): number | null
  /** Lets the time be this, and runs the first timer that is due by then. */
  moveTo(ms: number): void
  forgetAll(): void
}

export function createTimers(): SimTimers {
  const waiting = new Map<number, Waiting>()
  let now = 0
  let lastId = 0
  const first = (): Waiting | undefined => {
    let soonest: Waiting | undefined
    for (const entry of waiting.values()) if (!soonest || entry.dueMs < soonest.dueMs) soonest = entry
    return soonest
  }
  return {
    nowMs: () => now,
    set(run, ms, repeats) {
      const timer = new SimTimer((lastId += 1))
      // As in Node, an invalid delay becomes 1 ms.
      const delayMs = ms !== undefined && ms >= 1 ? Math.trunc(ms) : 1
      waiting.set(timer.id, { timer, run, everyMs: repeats === 'again' ? delayMs : null, dueMs: now + delayMs })
      return timer
    },
    clear(timer) {
      if (timer instanceof SimTimer) waiting.delete(timer.id)
    },
    nextMs: () => first()?.dueMs ?? null,
    moveTo(ms) {
      now = Math.max(now, ms)
      const due = first()
      if (!due || due.dueMs > now) return
      waiting.delete(due.timer.id)
      if (due.everyMs !== null) {
        due.dueMs += due.everyMs
        waiting.set(due.timer.id, due)
      }
      due.run()
    },
    forgetAll: () => waiting.clear(),
  }
}
