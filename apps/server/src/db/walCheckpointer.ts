import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { ownFile } from '../ownFiles.ts'

/**
 * Checkpoints SQLite's WAL on a worker thread (unrelated to the index's checkpoints).
 *
 * Otherwise a commit that finds a long WAL checkpoints it, waiting for the disk while every request waits for the commit.
 */
export interface WalCheckpointer {
  /** Call after each write. Cheap; never throws. */
  committed(): void
  /** Ends the thread, if any; resolves once it has closed the file. */
  close(): Promise<void>
}

/** Checkpoint when the WAL reaches this size (SQLite's own default). */
export const copiedAtBytes = 4 * 1024 * 1024

/** What it asks of its thread. */
export type CheckpointOrder = 'checkpoint' | 'close'

const program = ownFile('db/checkpointWorker.ts')

/**
 * @param file the database file. Its writer must set `journal_size_limit = 0`, so that the WAL file's size is the WAL's length.
 * @param longestBytes at this size commits checkpoint the WAL themselves, which they can't do while this thread does.
 */
export function createWalCheckpointer(file: string, longestBytes: number): WalCheckpointer {
  let worker: Worker | null = null
  let state: 'idle' | 'busy' | 'ended' = 'idle'
  let gone: Promise<void> | null = null

  function start(): Worker {
    const started = new Worker(program, { workerData: file })
    const { promise, resolve } = Promise.withResolvers<void>()
    gone = promise
    started.on('message', () => {
      if (state === 'busy') state = 'idle'
    })
    // Commits then checkpoint the WAL themselves at its maximum size.
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
        // The WAL can't be read, or the thread doesn't start.
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

function tell(worker: Worker, what: CheckpointOrder): void {
  // A MessagePort has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(what)
}
