import type { IndexStatus } from './indexStatus.ts'

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
