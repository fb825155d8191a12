import { readAtOnce } from './readAtOnce.ts'

/** Something that is fetched once, for all who draw it. */
export interface Kept<T> {
  /** For React's `use`: the same promise each time, of a failure too, or what fails would be asked for without end. */
  get(): Promise<T>
  /** Fetches it. Never rejects: whoever draws it tries once more, and tells of a failure. */
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
