import { product } from '@parley/domain'

/** The last to hold or wait for each lock within this tab, where the browser has no locks of its own. */
const lastInTab = new Map<string, Promise<unknown>>()

/**
 * Runs a task in one tab of this browser at a time. The browser releases the lock when its tab closes, and the next
 * waiting tab gets it, so that a transaction always finds a follower. Without Web Locks (insecure origins) tabs don't
 * wait for each other: following only reads, and repeated events change nothing.
 *
 * Rejects with the signal's reason if aborted while waiting.
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
