import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BrowserStorage } from './browserStorage.ts'

/** What all tabs of this browser know together. */
export interface SharedStore<T> {
  readonly store: Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>
  /**
   * Updates the stored value, based on its current state rather than this tab's last view, so that tabs don't undo each
   * other's changes. Returning the same value writes nothing.
   */
  update(change: (now: T) => T): void
}

export interface SharedForm<T> {
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
