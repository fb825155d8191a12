import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface DataFolder {
  /** Where a PostgreSQL keeps its data. */
  readonly data: string
}

/** Debian's user, where this one is root: PostgreSQL refuses to run as that. */
export async function databaseUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (flag: '-u' | '-g') => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** PostgreSQL's first process, which goes on without its Patroni. */
export async function postmasterOf({ data }: DataFolder): Promise<number | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!pid) return null
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(data) ? pid : null
}

/** The standby's process that receives what the primary commits. */
export async function receiverOf(machine: DataFolder): Promise<number | null> {
  const postmaster = await postmasterOf(machine)
  const { stdout } = await run('ps', ['--ppid', String(postmaster ?? 0), '-o', 'pid=,args=']).catch(() => ({
    stdout: '',
  }))
  const line = stdout.split('\n').find((each) => each.includes('walreceiver'))
  return line === undefined ? null : Number.parseInt(line, 10)
}
