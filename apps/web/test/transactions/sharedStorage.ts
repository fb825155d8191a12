import type { BrowserStorage } from '../../src/services/browser.ts'

/** Browser storage shared by tabs: a write in one fires events in the others. */
export function sharedStorage(): { tab(): BrowserStorage; readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  const watchers: { owner: object; key: string; tell: () => void }[] = []
  return {
    kept,
    tab: () => {
      const owner = {}
      const tellOthers = (key: string): void =>
        watchers.filter((one) => one.owner !== owner && one.key === key).forEach((one) => one.tell())
      return {
        read: (key) => kept.get(key) ?? null,
        write: (key, text) => {
          kept.set(key, text)
          tellOthers(key)
        },
        remove: (key) => {
          kept.delete(key)
          tellOthers(key)
        },
        watch: (key, tell) => {
          watchers.push({ owner, key, tell })
          return () => undefined
        },
      }
    },
  }
}
