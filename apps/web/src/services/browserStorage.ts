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
