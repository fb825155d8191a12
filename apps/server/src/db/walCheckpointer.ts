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
  /** Ends the thread, if there is one; resolves when it has let go of the file. */
  close(): Promise<void>
}

/** A log so long is copied: as long as SQLite itself would let it become. */
export const copiedAtBytes = 4 * 1024 * 1024

/**
 * @param file the database's. Its writer has to cut the log to its length whenever it begins anew, by `journal_size_limit = 0`: the
 * size of that file is how long the log is.
 * @param longestBytes from here on commits copy the log themselves, which they cannot while this does it.
 */
export function createWalCheckpointer(file: string, longestBytes: number): WalCheckpointer {
  let worker: Worker | null = null
  let state: 'idle' | 'busy' | 'ended' = 'idle'
  let gone: Promise<void> | null = null

  function start(): Worker {
    const started = new Worker(new URL('./walWorker.ts', import.meta.url), { workerData: file })
    const { promise, resolve } = Promise.withResolvers<void>()
    gone = promise
    started.on('message', () => {
      if (state === 'busy') state = 'idle'
    })
    // Then commits copy the log themselves, once it is at its longest.
    started.on('error', () => {
      state = 'ended'
    })
    started.on('exit', () => resolve())
    started.unref()
    return started
  }

  return {
    committed() {
      if (state !== 'idle') return
      try {
        const { size } = statSync(`${file}-wal`)
        if (size < copiedAtBytes || size > longestBytes) return
        state = 'busy'
        worker ??= start()
        tell(worker, 'checkpoint')
      } catch {
        // A log that cannot be looked at, or a thread that does not start.
        state = 'ended'
      }
    },
    async close() {
      if (worker === null || gone === null) return
      state = 'ended'
      worker.ref()
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
