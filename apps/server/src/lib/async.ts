import type { Socket } from 'node:net'

/** Sleeps for a number of milliseconds or until the signal aborts. By the global timer, which the simulation replaces. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

/** What the work gives, or `late` where it takes longer. The work itself goes on. */
export async function within<T, Late>(work: Promise<T>, ms: number, late: Late): Promise<T | Late> {
  const { promise, resolve } = Promise.withResolvers<Late>()
  const timer = setTimeout(resolve, ms, late)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Calls while `work` is under way share that run and its outcome. */
export function shareInFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () =>
    (running ??= work().finally(() => {
      running = null
    }))
}

/**
 * Coalesces concurrent calls into shared runs of `work`.
 *
 * A call never joins a run already in progress, which may have read the chain too early; it waits for the next one.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const run = (): Promise<T> => {
    const started = work().finally(() => {
      running = null
    })
    running = started
    return started
  }
  return () => {
    if (next !== null) return next
    if (running === null) return run()
    next = running
      .then(
        () => undefined,
        // The caller that started the run handles the rejection.
        () => undefined,
      )
      .then(() => {
        next = null
        return run()
      })
    return next
  }
}

/** {@link coalesce}, per key. */
export function coalesceByKey(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const runs = new Map<string, { readonly run: () => Promise<void>; callers: number }>()
  return async (key) => {
    const entry = runs.get(key) ?? { run: coalesce(() => work(key)), callers: 0 }
    runs.set(key, entry)
    entry.callers += 1
    try {
      await entry.run()
    } finally {
      entry.callers -= 1
      if (entry.callers === 0) runs.delete(key)
    }
  }
}

/** About as long as a request may have to wait for work that can wait itself. */
const turnMs = 2

let sinceMs = performance.now()
let sharedPause: Promise<void> | null = null

/** Yields to the event loop once background work has held it for 2 ms. Call it between small, deferrable steps. */
export async function yieldToEventLoop(): Promise<void> {
  if (sharedPause === null && performance.now() - sinceMs < turnMs) return
  sharedPause ??= new Promise<void>((resolve) => setImmediate(resolve)).then(beginTurn)
  await sharedPause
}

function beginTurn(): void {
  sharedPause = null
  sinceMs = performance.now()
}

/** Looking at the clock and going on costs more than most things that are done with one item. */
const itemsAtOnce = 20

/** Maps a long list and yields to requests in between. Rejects with what `map` throws. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    for (const item of items.slice(at, at + itemsAtOnce)) results.push(map(item))
    await yieldToEventLoop()
  }
  return results
}

/**
 * Lets a connection that timed out read what has arrived, and calls back if that is nothing. Node runs timers first, so after a
 * busy moment what came in time would be taken for silence.
 */
export function ifSilent(socket: Pick<Socket, 'bytesRead'>, then: () => void): void {
  const { bytesRead } = socket
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) then()
  })
}
