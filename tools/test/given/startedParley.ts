import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deploymentSchema } from '@parley/protocol'
import {
  collectionBook,
  createLocalClient,
  deployedAs,
  dyingWithParent,
  memoryKiB,
  processesWith,
  worldFiles,
  type LocalClient,
} from '@parley/testkit'
import { root } from '../../root.ts'

/** The processes of a start, by role. */
export type Role = 'terminal' | 'npm' | 'shell' | 'bootstrap' | 'start' | 'anvil'

export interface StartedParley {
  readonly url: string
  readonly chain: LocalClient
  readonly chainUrl: string
  /** The started command: npm, or the terminal that runs it. */
  readonly child: ChildProcess
  pidOf(role: Role): Promise<number>
  /** Every process that belongs to it, at any depth, and those from earlier calls that still run. */
  processes(): Promise<number[]>
  /** Requests the pictures of Carol's NFTs in this range. */
  drawPictures(from: number, to: number): Promise<void>
  output(): string
}

export interface Place {
  readonly folder: string
  /** The home and temporary folders that the programs see. */
  readonly home: string
  readonly temporary: string
}

/** Runs `npm start` with random ports, and waits until it prints Parley's URL. */
export async function startParley(place: Place, command: readonly string[] = ['npm', 'start']): Promise<StartedParley> {
  const { child, said, until } = type(place, command)
  const found = await until(/Chain\s+(\S+),[^]*Parley is at (\S+)/)
  const [, chainUrl = '', url = ''] = found
  const processes = processesOf(place.folder)
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
    drawPictures: async (from, to) => {
      const pictures = (await picturesOf(place.folder)).slice(from, to)
      const draw = async (): Promise<void> => {
        for (let picture = pictures.pop(); picture !== undefined; picture = pictures.pop()) {
          const { status } = await fetch(`${url}${picture}`)
          // Some of the demo's NFTs have no picture.
          if (status !== 200 && status !== 404) throw new Error(`${picture} is answered with ${status}`)
        }
      }
      await Promise.all(Array.from({ length: picturesAtOnce }, draw))
    },
    output: said,
  }
}

/** As many concurrent requests as a browser makes to one server. */
const picturesAtOnce = 6

async function picturesOf(folder: string): Promise<string[]> {
  const { collections } = deploymentSchema.parse(JSON.parse(await readFile(worldFiles(folder).deployment, 'utf8')))
  const nfts = collectionBook(deployedAs(collections)).startingNfts('carol')
  return nfts.map(({ contract, tokenId }) => `/api/nft/${contract}/${tokenId}/image?size=256`)
}

interface Running {
  readonly pid: number
  readonly parent: number
  /** Identifies a process together with its id, since ids are reused. */
  readonly startedAt: string
}

/** Finds the processes of a start. Drawing processes have an empty environment, so they are found by their parents. */
function processesOf(folder: string): () => Promise<number[]> {
  const seen = new Set<string>()
  const nameOf = ({ pid, startedAt }: Running): string => `${pid} ${startedAt}`
  return async () => {
    const all = await runningProcesses()
    const found = new Set(await processesWith('PARLEY_DATA', folder))
    for (let size = -1; size !== found.size;) {
      size = found.size
      for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
    }
    for (const one of all) if (found.has(one.pid)) seen.add(nameOf(one))
    return all.filter((one) => seen.has(nameOf(one))).map(({ pid }) => pid)
  }
}

async function runningProcesses(): Promise<Running[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(join('/proc', pid, 'stat'), 'utf8').catch(() => '')
      // The name before the state may contain anything; it ends with the last bracket.
      const [state = 'Z', parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return 'ZX'.includes(state) ? [] : [{ pid: Number(pid), parent: Number(parent), startedAt: rest[17] ?? '' }]
    }),
  )
  return found.flat()
}

const memoryPollMs = 500
/** Searching means looking at every process of the machine, so it is done rarely. */
const looksPerSearch = 4
/** Samples a start twice a second until stopped: the total PSS of its processes, in MB. */
export function watchMemory(parley: StartedParley): { readonly stop: () => Promise<readonly number[]> } {
  const stopping = new AbortController()
  const figures: number[] = []
  const watching = (async () => {
    let pids: number[] = []
    while (!stopping.signal.aborted) {
      if (figures.length % looksPerSearch === 0) pids = await parley.processes()
      // A process may end between two samples.
      const each = await Promise.all(pids.map((pid) => memoryKiB(pid).catch(() => 0)))
      figures.push(Math.round(each.reduce((sum, one) => sum + one, 0) / 1024))
      await delay(memoryPollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      return figures
    },
  }
}

/** Runs a command in the repository's folder. `until` resolves with the match, and rejects if it ends without one. */
export function type({ folder, home, temporary }: Place, command: readonly string[]) {
  const [file, args] = dyingWithParent('/usr/bin/env', command)
  const child = spawn(file, args, {
    cwd: root,
    // A process group of its own, as in a terminal, so that Ctrl-C reaches all of it.
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
  if (args[0] === '-c') return file === 'bash' ? 'terminal' : 'shell'
  return file.startsWith('npm') ? 'npm' : undefined
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
