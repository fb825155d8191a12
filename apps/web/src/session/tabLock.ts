import { product } from '@parley/domain'

/** The last to hold or wait for each lock within this tab, where the browser has no locks of its own. */
const lastInTab = new Map<string, Promise<unknown>>()

/**
 * Runs something that only one tab of this browser may do at a time. The browser frees the lock when its tab goes, and the
 * next one that waits gets it: that is how a transaction finds somebody else to follow it. Where a browser has no locks
 * (an insecure origin) tabs do not wait for each other: following only reads, and news that come twice change nothing.
 *
 * Rejects with the signal's reason when it aborts while waiting.
 */
export async function withTabLock<T>(name: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  // Only secure contexts have locks, whatever the types say.
  const locks: LockManager | undefined = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (locks) return locks.request(`${product.slug}-${name}`, signal ? { signal } : {}, run)
  const before = lastInTab.get(name) ?? Promise.resolve()
  const turn = before
    .catch(() => undefined)
    .then(() => {
      signal?.throwIfAborted()
      return run()
    })
  lastInTab.set(name, turn)
  try {
    return await turn
  } finally {
    if (lastInTab.get(name) === turn) lastInTab.delete(name)
  }
}
