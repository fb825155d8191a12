/** Keeps consumers up to date with the chain. */
export interface Indexer {
  status(): IndexStatus
  /** Reads the chain up to its head. Concurrent calls share a run that started after they were made. */
  catchUp(): Promise<void>
  /** Starts following the chain. */
  start(): void
  /** Stops following; resolves when idle. */
  stop(): Promise<void>
}

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
