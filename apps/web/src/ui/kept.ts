import { readAtOnce } from './readAtOnce.ts'

/** A value loaded once and shared by all components that use it. */
export interface Kept<T> {
  /** For React's `use`: always the same promise, even after a failure. Otherwise it would refetch for ever. */
  get(): Promise<T>
  /** Preloads the value. Never rejects: rendering retries and reports the failure. */
  ahead(): Promise<void>
}

export function kept<T>(fetch: () => Promise<T>): Kept<T> {
  let coming: Promise<T> | null = null
  const get = (): Promise<T> => (coming ??= readAtOnce(fetch()))
  return {
    get,
    async ahead() {
      const mine = get()
      try {
        await mine
      } catch {
        if (coming === mine) coming = null
      }
    },
  }
}
