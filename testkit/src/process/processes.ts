import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

const setpriv = '/usr/bin/setpriv'

/**
 * A command that the system kills when the process that spawned it is gone, even by `kill -9`. `setpriv` (util-linux) replaces
 * itself with the program, so the process id is the program's. Where it is missing, the command as it is.
 */
export function dyingWithParent(file: string, args: readonly string[]): readonly [file: string, args: string[]] {
  return existsSync(setpriv) ? [setpriv, ['--pdeathsig', 'KILL', '--', file, ...args]] : [file, [...args]]
}

/** Ids of the processes that carry this in their environment: everything a start has begun, however deep. Linux only. */
export async function processesWith(variable: string, value: string): Promise<number[]> {
  const entries = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  const found = await Promise.all(
    entries.map(async (entry) => {
      const environment = await readFile(`/proc/${entry}/environ`, 'utf8').catch(() => '')
      return environment.split('\0').includes(`${variable}=${value}`) && !(await isZombie(entry))
    }),
  )
  return entries.filter((_, index) => found[index]).map(Number)
}

async function isZombie(pid: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ')
  return /^State:\s+[ZX]/m.test(status)
}

/** Memory of a process in KiB: its proportional set size (PSS), which splits shared pages among their users. Linux only. */
export async function memoryKiB(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1])
}

/** Memory in KiB that a process has allocated (RssAnon). Its PSS grows as well when another process of the program ends. Linux only. */
export async function allocatedKiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1])
}
