/** Resolves after `durationMs`; rejects with the signal's reason as soon as it aborts. */
export function waitMs(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, durationMs)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
