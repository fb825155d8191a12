import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Mounts a small disk for a server's data. Null where this user may not. */
export async function mountDisk(folder: string): Promise<{ unmount(): Promise<void> } | null> {
  if (process.getuid?.() !== 0) return null
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder])
    return { unmount: async () => void (await run('umount', ['-l', folder])) }
  } catch {
    return null
  }
}

const fillerBytes = 1024 ** 2

/** Writes until there is no room. */
export async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (;;) await handle.write(Buffer.alloc(fillerBytes))
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    if (!isFull) throw error
  } finally {
    await handle.close()
  }
}
