/** Time as actions see it, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `durationMs`, or rejects with the signal's reason, at once if already aborted. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

/** The browser's own clock. */
export const browserClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, durationMs)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

/** Lets callers pass one after the other, `spacingMs` apart. */
export function throttle(clock: Clock, spacingMs: number): () => Promise<void> {
  let freeAtMs = 0
  return async () => {
    const nowMs = clock.now()
    const turnAtMs = Math.max(nowMs, freeAtMs)
    freeAtMs = turnAtMs + spacingMs
    if (turnAtMs > nowMs) await clock.sleep(turnAtMs - nowMs)
  }
}
