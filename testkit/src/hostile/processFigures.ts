import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Process figures from Linux. Each is empty if the process is gone. */

export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
}

/** Open files and sockets. */
export async function openHandles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length
}

/** The kernel's figures for a process's main thread: time running, and time waiting for a processor. */
export async function processorShare(pid: number): Promise<{ readonly ranMs: number; readonly waitedMs: number }> {
  const [ran = 0, waited = 0] = (await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => ''))
    .split(' ')
    .map(Number)
  return { ranMs: ran / 1e6, waitedMs: waited / 1e6 }
}

const looks = 8
const lookEveryMs = 60

/**
 * Threads of a process and its children that never paused. One that waits for a processor counts as running, so a
 * busy machine changes nothing.
 */
export async function busyThreads(pid: number): Promise<number> {
  let busy = await runnableThreads(pid)
  for (let look = 1; look < looks && busy.length > 0; look += 1) {
    await delay(lookEveryMs)
    const now = await runnableThreads(pid)
    busy = busy.filter((thread) => now.includes(thread))
  }
  return busy.length
}

async function runnableThreads(pid: number): Promise<readonly string[]> {
  const tasks = (await readdir(`/proc/${pid}/task`).catch(() => [])).map((task) => `/proc/${pid}/task/${task}`)
  const states = await Promise.all(
    tasks.map(async (task) => {
      // The name before the state may contain anything; it ends with the last bracket.
      const stat = await readFile(`${task}/stat`, 'utf8').catch(() => '')
      return stat.slice(stat.lastIndexOf(')')).startsWith(') R')
    }),
  )
  const own = tasks.filter((_, at) => states[at])
  const children = await Promise.all(tasks.map((task) => readFile(`${task}/children`, 'utf8').catch(() => '')))
  const pids = children.flatMap((text) => text.split(' ').filter((word) => word !== '')).map(Number)
  const below = await Promise.all(pids.map(runnableThreads))
  return [...own, ...below.flat()]
}
