/** Time as flows see it, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `durationMs`, or rejects when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

/** The browser's own clock. */
export const browserClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, durationMs)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}
