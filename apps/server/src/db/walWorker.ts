import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/** The program of the thread that moves the write-ahead log into the database's file. It waits for nobody and keeps nobody waiting. */
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
    // What is wrong, a full disk for one, the next commit says as well, and is heard.
  }
  // A thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage('done')
})
