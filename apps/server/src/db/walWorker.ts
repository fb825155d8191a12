import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/** The WAL checkpoint thread. It neither waits for other connections nor blocks them. */
const file: string = workerData
const database = new Sqlite(file, { fileMustExist: true })

parentPort?.on('message', (what: 'checkpoint' | 'close') => {
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
