import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 5
const sigterm = 15n

/**
 * Waits until process `pid` ends itself when it is told to, instead of being ended by the system: anvil says that it
 * listens a moment before it heeds SIGTERM, and one that is told to end in that moment writes no state.
 * Comes back at once where the system does not say which signals a process heeds (only Linux does) or the process is gone.
 */
export async function untilEndsByItself(pid: number): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1]
    if (caught === undefined || (BigInt(`0x${caught}`) >> (sigterm - 1n)) & 1n) return
    await delay(pollMs)
  }
}
