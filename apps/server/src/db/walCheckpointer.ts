import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/**
 * Moves what SQLite's write-ahead log holds into the database's own file, in a thread of its own: SQLite calls that a checkpoint
 * (those of the index are another thing). Otherwise the commit that finds the log long does it, and waits for the disk, while
 * every request waits for that commit.
 */
export interface WalCheckpointer {
  /** Something was written. Costs next to nothing, and never throws. */
  committed(): void
  close(): Promise<void>
}

/** Where little is written no thread is started. */
const startAtBytes = 1024 * 1024

export function createWalCheckpointer(file: string): WalCheckpointer {
  let worker: Worker | null = null
  let state: 'idle' | 'busy' | 'busy, and more was written' | 'given up' = 'idle'

  function start(): Worker {
    const started = new Worker(new URL('./walWorker.ts', import.meta.url), { workerData: file })
    started.on('message', () => {
      const more = state === 'busy, and more was written'
      state = 'idle'
      if (more) committed()
    })
    // Then commits do it themselves, as they do where the log grows faster than this copies.
    started.on('error', () => {
      state = 'given up'
    })
    started.unref()
    return started
  }

  function committed(): void {
    if (state === 'busy') state = 'busy, and more was written'
    if (state !== 'idle' || (worker === null && sizeOf(`${file}-wal`) < startAtBytes)) return
    state = 'busy'
    worker ??= start()
    tell(worker, 'checkpoint')
  }

  return {
    committed,
    async close() {
      if (worker === null || state === 'given up') return
      const { promise: gone, resolve } = Promise.withResolvers<void>()
      worker.on('exit', () => resolve()).ref()
      state = 'given up'
      tell(worker, 'close')
      await gone
    },
  }
}

function tell(worker: Worker, what: 'checkpoint' | 'close'): void {
  // A thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(what)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
