import type { IndexStatus } from './indexStatus.ts'

/** Keeps every consumer up to date with the chain. */
export interface Indexer {
  status(): IndexStatus
  /** Reads the chain up to its head. Calls at the same time share a run; each gets one that began after it. */
  catchUp(): Promise<void>
  /** Begins to follow the chain. */
  start(): void
  /** Stops following; resolves when nothing is under way any more. */
  stop(): Promise<void>
}
