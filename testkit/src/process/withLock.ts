import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 100

/** Another process held a lock for longer than its work can take. */
export class LockTimeoutError extends Error {
  readonly code = 'lock_timeout'
  constructor(file: string, timeoutMs: number) {
    super(`${file} was locked by another process for ${timeoutMs / 1000} s`)
    this.name = 'LockTimeoutError'
  }
}

/**
 * Runs `work` while no other process of this machine does under the same lock. The lock is SQLite's on an empty database: the
 * system frees it when its holder ends, even by `kill -9`.
 *
 * @throws {LockTimeoutError}
 */
export async function withLock<Result>(
  file: string,
  { timeoutMs }: { readonly timeoutMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(dirname(file), { recursive: true })
  const deadlineMs = performance.now() + timeoutMs
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    while (!tryLock(lock)) {
      if (performance.now() > deadlineMs) throw new LockTimeoutError(file, timeoutMs)
      await delay(pollMs)
    }
    return await work()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) return false
    throw error
  }
}
