import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { CheckpointOrder } from './walCheckpointer.ts'

// The thread of walCheckpointer.ts, which neither waits for other connections nor blocks them.
const database = new Sqlite(String(workerData), { fileMustExist: true })
parentPort?.on('message', (what: CheckpointOrder) => {
  if (what === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // The next commit reports the same problem, such as a full disk.
  }
  // A MessagePort has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage('done')
})
