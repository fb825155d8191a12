/** How far the index is. */
export interface IndexStatus {
  /** The newest block that an endpoint told of, with its time in unix seconds; null before the first answer. */
  readonly head: { readonly number: number; readonly timeS: number } | null
  /** The block up to which every consumer has read; null before the first checkpoint. */
  readonly indexedBlock: number | null
  /** When an endpoint last answered, in milliseconds of the process's own clock; null before. */
  readonly answeredAtMs: number | null
  /** Why the last attempt failed; null after one that did not. */
  readonly failure: string | null
}
