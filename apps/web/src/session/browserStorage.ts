/** Text kept in this browser. Storage may be forbidden or full: then nothing is kept, and nothing breaks. */
export interface BrowserStorage {
  read(key: string): string | null
  write(key: string, text: string): void
  remove(key: string): void
}

export const browserStorage: BrowserStorage = {
  read: (key) => allowed(() => localStorage.getItem(key), null),
  write: (key, text) => allowed(() => localStorage.setItem(key, text), undefined),
  remove: (key) => allowed(() => localStorage.removeItem(key), undefined),
}

function allowed<T>(use: () => T, otherwise: T): T {
  try {
    return use()
  } catch {
    return otherwise
  }
}
