import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LockTimeoutError, withLock } from '../src/process/withLock.ts'

const timeoutMs = 60_000
let folder: string
let lock: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-lock-'))
  lock = join(folder, 'some', 'work.lock')
})
afterEach(() => rm(folder, { recursive: true }))

describe('given work under a lock', () => {
  it('runs one at a time, and gives what each comes to', async () => {
    let running = 0
    const work = async (): Promise<number> => {
      running += 1
      await new Promise((resolve) => setImmediate(resolve))
      return running--
    }
    const results = await Promise.all([1, 2, 3].map(() => withLock(lock, { timeoutMs }, work)))
    expect(results).toEqual([1, 1, 1])
  })

  it('frees the lock when the work fails', async () => {
    await expect(withLock(lock, { timeoutMs }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(withLock(lock, { timeoutMs }, () => Promise.resolve('yes'))).resolves.toBe('yes')
  })

  it('says so when another holds it for too long', async () => {
    await withLock(lock, { timeoutMs }, async () => {
      await expect(withLock(lock, { timeoutMs: 1 }, () => Promise.resolve())).rejects.toThrow(LockTimeoutError)
    })
  })

  it('frees the lock when its holder is killed', async () => {
    const script = join(folder, 'hold.ts')
    const module = join(import.meta.dirname, '../src/process/withLock.ts')
    await writeFile(
      script,
      `import { withLock } from '${module}'
       await withLock('${lock}', { timeoutMs: 1000 }, () => new Promise((done) => {
         process.stdin.on('end', done).resume()
         console.log('held')
       }))`,
    )
    const holder = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      await once(holder.stdout, 'data')
      await expect(withLock(lock, { timeoutMs: 1 }, () => Promise.resolve())).rejects.toThrow(LockTimeoutError)
      const waiting = withLock(lock, { timeoutMs }, () => Promise.resolve('mine'))
      holder.kill('SIGKILL')
      await expect(waiting).resolves.toBe('mine')
    } finally {
      holder.kill('SIGKILL')
    }
  })
})
