import type { LiveLine } from './liveLine.ts'

/**
 * Resolves once the server reports a block as indexed, and waits while it is unreachable. Rejects with the signal's
 * reason.
 */
export function awaitIndexed(live: LiveLine, block: number, signal: AbortSignal): Promise<void> {
  const reached = (): boolean => (live.store.getState().indexedBlock ?? -1) >= block
  if (reached()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const unsubscribe = live.store.subscribe(() => {
      if (!reached()) return
      unsubscribe()
      signal.removeEventListener('abort', stop)
      resolve()
    })
    const stop = (): void => {
      unsubscribe()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
