/** The index's progress. */
export interface IndexStatus {
  /** The newest block that an endpoint reported, with its unix time. Null before the first answer. */
  readonly head: { readonly number: number; readonly timeS: number } | null
  /** The block that every consumer has reached; null before the first checkpoint. */
  readonly indexedBlock: number | null
  /** When an endpoint last answered, in monotonic milliseconds; null before. */
  readonly answeredAtMs: number | null
  /** Why the last attempt failed; null after a success. */
  readonly failure: string | null
}
