import { readdir, readFile } from 'node:fs/promises'
import { until } from './testServer.ts'

/** Process ids of a process's live picture workers. */
export async function pictureWorkerPids(parentPid: number = process.pid): Promise<readonly number[]> {
  const found = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (pid) => {
      const [status, command] = await Promise.all([
        readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      ])
      const isChild = new RegExp(`^PPid:\\s+${parentPid}$`, 'm').test(status)
      return isChild && command.includes('pictureWorker') ? [Number(pid)] : []
    })
  return (await Promise.all(found)).flat()
}

/** A process's only picture worker, once it has used a fifth of a second of processor time. */
export async function workingPictureWorker(parentPid?: number): Promise<number> {
  const pid = await until(async () => {
    const [first, ...others] = await pictureWorkerPids(parentPid)
    return others.length === 0 && first
  })
  const before = await processorTicks(pid)
  await until(async () => (await processorTicks(pid)) > before + 20)
  return pid
}

/** A process's CPU time in hundredths of a second. */
async function processorTicks(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
