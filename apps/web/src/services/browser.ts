import { createStore, type StoreApi } from 'zustand/vanilla'
import { product } from '@parley/domain'

/** Text kept in this browser. Storage may be forbidden or full: then nothing is kept, and nothing breaks. */
export interface BrowserStorage {
  read(key: string): string | null
  write(key: string, text: string): void
  remove(key: string): void
  /** Tells when another tab has changed what is kept under the key. @returns what ends it. */
  watch(key: string, onChange: () => void): () => void
}

export const browserStorage: BrowserStorage = {
  read: (key) => allowed(() => localStorage.getItem(key), null),
  write: (key, text) => allowed(() => localStorage.setItem(key, text), undefined),
  remove: (key) => allowed(() => localStorage.removeItem(key), undefined),
  watch: (key, onChange) => {
    if (typeof window === 'undefined') return () => undefined
    // Null: everything was cleared.
    const listen = (event: StorageEvent): void => {
      if (event.key === key || event.key === null) onChange()
    }
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  },
}

function allowed<T>(use: () => T, otherwise: T): T {
  try {
    return use()
  } catch {
    return otherwise
  }
}

/** Stored text as JSON; null for foreign content under our key. */
export function parseStored(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** The fields of a stored object; none for anything else. */
export function fieldsOf(stored: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}))
}

/** What all tabs of this browser know together. */
export interface SharedStore<T> {
  readonly store: Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>
  /**
   * Updates the stored value from its current state, so that tabs don't undo each other's changes. Returning the same value writes nothing.
   */
  update(change: (now: T) => T): void
}

interface SharedForm<T> {
  /** Parses the stored text. Foreign data, older formats and null give an empty value. */
  parse(text: string | null): T
  print(value: T): string
}

/** Keeps a value under a key of the browser's storage and in step with the other tabs. It lives as long as the page. */
export function createSharedStore<T>(storage: BrowserStorage, key: string, form: SharedForm<T>): SharedStore<T> {
  let text = storage.read(key)
  const store = createStore<T>(() => form.parse(text))
  const readAgain = (): void => {
    const kept = storage.read(key)
    if (kept === text) return
    text = kept
    store.setState(form.parse(kept), true)
  }
  storage.watch(key, readAgain)
  return {
    store,
    update: (change) => {
      readAgain()
      const before = store.getState()
      const after = change(before)
      if (after === before) return
      storage.write(key, form.print(after))
      // Where storage is forbidden or full something else is kept, and the value still holds for this tab.
      text = storage.read(key)
      store.setState(after, true)
    },
  }
}

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

/** Resolves in a later task. For what can come after a page's own effects. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
