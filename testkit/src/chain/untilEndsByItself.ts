import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 5
const sigterm = 15n

/**
 * Waits until process `pid` handles SIGTERM. anvil reports that it listens a moment before, and would then exit without
 * writing its state. Returns at once if the process is gone, or if the system doesn't list handled signals (only Linux
 * does).
 */
export async function untilEndsByItself(pid: number): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1]
    if (caught === undefined || (BigInt(`0x${caught}`) >> (sigterm - 1n)) & 1n) return
    await delay(pollMs)
  }
}
