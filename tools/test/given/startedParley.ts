import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createLocalClient, memoryKiB, processesWith, type LocalClient } from '@parley/testkit'
import { root } from '../../root.ts'

/** The processes of a start, by what each is for. */
export type Role = 'npm' | 'shell' | 'bootstrap' | 'start' | 'anvil'

export interface StartedParley {
  readonly url: string
  readonly chain: LocalClient
  readonly chainUrl: string
  /** What was typed: npm, or the terminal that runs it. */
  readonly child: ChildProcess
  pidOf(role: Role): Promise<number>
  /** Every process that belongs to it, however deep. */
  processes(): Promise<number[]>
  /** PSS of all of them, in MB. */
  memoryMB(): Promise<number>
  output(): string
}

export interface Place {
  readonly folder: string
  /** What the programs take for the home folder and the temporary one. */
  readonly home: string
  readonly temporary: string
}

/** Types `npm start` with random ports, and waits until it says where Parley is. */
export async function startParley(place: Place, command: readonly string[] = ['npm', 'start']): Promise<StartedParley> {
  const { child, said, until } = type(place, command)
  const found = await until(/Chain\s+(\S+),[^]*Parley is at (\S+)/)
  const [, chainUrl = '', url = ''] = found
  const processes = (): Promise<number[]> => processesWith('PARLEY_DATA', place.folder)
  return {
    url,
    chainUrl,
    chain: createLocalClient(chainUrl),
    child,
    processes,
    pidOf: async (role) => {
      const pid = (await processes()).find((one) => roleOf(one) === role)
      if (pid === undefined) throw new Error(`There is no process for ${role}`)
      return pid
    },
    memoryMB: async () => {
      // One may end between the two looks.
      const each = await Promise.all((await processes()).map((pid) => memoryKiB(pid).catch(() => 0)))
      return Math.round(each.reduce((sum, one) => sum + one, 0) / 1024)
    },
    output: said,
  }
}

/** Types a command in the repository's folder. `until` resolves with what matches, and rejects when it ends without. */
export function type({ folder, home, temporary }: Place, [file = '', ...args]: readonly string[]) {
  const child = spawn(file, args, {
    cwd: root,
    // A group of its own, as in a terminal, so that Ctrl-C can be sent to all of it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: temporary,
      PORT: '0',
      CHAIN_PORT: '0',
      PARLEY_DATA: folder,
    },
  })
  let output = ''
  const until = (wanted: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = wanted.exec(output)
        if (found) resolve(found)
      }
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          look()
        })
      child.once('exit', () => reject(new Error(`It ended:\n${output}`)))
      look()
    })
  return { child, until, said: () => output }
}

function roleOf(pid: number): Role | undefined {
  const [file = '', ...args] = commandOf(pid).split('\0')
  if (file.endsWith('/anvil')) return 'anvil'
  if (args.some((arg) => arg.endsWith('tools/commands/start.ts'))) return 'start'
  if (args[0] === 'tools/bootstrap.mjs') return 'bootstrap'
  if (args[0] === '-c') return 'shell'
  return file.startsWith('npm') ? 'npm' : undefined
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
