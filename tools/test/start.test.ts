import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { swapBackAndForth, wallets, worldFiles } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startParley, type, watchMemory, type Place, type Role, type StartedParley } from './given/startedParley.ts'

/** `pnpm test:full` ends a start in every way, and during each step of the first one. */
const isLong = process.env['START_ENDINGS'] === 'all'
const startMs = 10 * 60_000
const endMs = 5 * 60_000
const longMs = 2 * 60 * 60_000

let scratch: Place
/** In the long run, a world that was started once and ended by Ctrl-C. Never modified: each test starts from a copy. */
let template: string
const started: StartedParley[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'))
  scratch = { folder, home: join(folder, 'home'), temporary: join(folder, 'tmp') }
  template = join(folder, 'template')
  await Promise.all([mkdir(scratch.home), mkdir(scratch.temporary)])
  if (isLong) await endByCtrlC(await start(template))
}, startMs)
afterAll(() => rm(scratch.folder, { recursive: true }))
afterEach(async () => {
  for (const parley of started.splice(0)) for (const pid of await parley.processes()) kill(pid, 'SIGKILL')
})

async function start(folder: string, command?: readonly string[]): Promise<StartedParley> {
  const parley = await startParley({ ...scratch, folder }, command)
  started.push(parley)
  return parley
}

async function copyOf(name: string): Promise<string> {
  const folder = join(scratch.folder, name)
  await cp(template, folder, { recursive: true })
  return folder
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended with another that it depends on.
  }
}

/** As a terminal does: signals the whole process group. */
function pressCtrlC({ child }: StartedParley): void {
  process.kill(-(child.pid ?? 0), 'SIGINT')
}

async function endByCtrlC(parley: StartedParley): Promise<void> {
  pressCtrlC(parley)
  await seeGone(parley)
}

async function seeGone(parley: StartedParley): Promise<void> {
  await vi.waitFor(async () => expect(await parley.processes()).toEqual([]), { timeout: endMs, interval: 100 })
}

/** npm keeps its own logs in the home folder, and Node its cache of npm's sources in the temporary one. */
async function seeNothingOutside(): Promise<void> {
  expect((await readdir(scratch.home)).filter((entry) => entry !== '.npm')).toEqual([])
  expect((await readdir(scratch.temporary)).filter((entry) => entry !== 'node-compile-cache')).toEqual([])
}

/** Waits, because the server rebuilds its index if the chain lost its last blocks. */
async function seeReady({ url }: StartedParley): Promise<void> {
  const health = async (): Promise<unknown> => (await fetch(`${url}/health`)).json()
  await expect.poll(health, { timeout: endMs, interval: 500 }).toMatchObject({ ready: true })
}

async function sendAndSeeSaved(parley: StartedParley, folder: string): Promise<`0x${string}`> {
  const { alice, bob } = wallets
  const hash = await parley.chain.sendTransaction({
    account: alice.account.address,
    to: bob.account.address,
    value: 1n,
    chain: parley.chain.chain,
  })
  const state = (): Promise<string> => readFile(join(folder, 'chain.json'), 'utf8')
  await expect.poll(state, { timeout: endMs, interval: 500 }).toContain(hash)
  return hash
}

type End = (parley: StartedParley) => void | Promise<void>

function killing(...roles: readonly Role[]): End {
  return async (parley) => {
    const pids = await Promise.all(roles.map((role) => parley.pidOf(role)))
    for (const pid of pids) kill(pid, 'SIGKILL')
  }
}

const inTerminal = ['script', '--quiet', '--command', 'bash -c "npm start; true"', '/dev/null']

interface Ending {
  readonly name: string
  readonly end: End
  readonly command?: readonly string[]
}

const endings: readonly Ending[] = [
  { name: 'kill -9 of npm', end: killing('npm') },
  { name: 'a closed terminal', end: killing('terminal'), command: inTerminal },
]

const moreEndings: readonly Ending[] = [
  { name: "kill -9 of npm's shell", end: killing('shell') },
  { name: 'kill -9 of the bootstrap', end: killing('bootstrap') },
  { name: 'kill -9 of the process that serves', end: killing('start') },
  { name: 'kill -9 of the chain', end: killing('anvil') },
  { name: 'kill -9 of everything', end: killing('npm', 'shell', 'bootstrap', 'start', 'anvil') },
  { name: 'kill -9 of the bootstrap and what it started', end: killing('bootstrap', 'start') },
  { name: 'kill -9 of all but the chain', end: killing('npm', 'shell', 'bootstrap', 'start') },
  { name: 'kill -9 of npm and its shell', end: killing('npm', 'shell') },
  { name: 'SIGTERM to npm', end: ({ child }) => void child.kill('SIGTERM') },
  { name: 'SIGHUP to npm', end: ({ child }) => void child.kill('SIGHUP') },
  { name: 'SIGTERM to the process that serves', end: async (parley) => kill(await parley.pidOf('start'), 'SIGTERM') },
  { name: 'Ctrl-C, twice', end: (parley) => [1, 2].forEach(() => pressCtrlC(parley)) },
]

/** In `pnpm test:full`, eight idle hours with a block every 8 s, and an hour with a swap every 2 s. */
const idleBlocks = Number(process.env['IDLE_BLOCKS'] ?? '20')
const busySwaps = Number(process.env['BUSY_SWAPS'] ?? '10')
const pictures = isLong ? 400 : 8
const maxMemoryMB = 800
const maxBytesPerEmptyBlock = 2_000
const maxBytesPerSwap = 40_000
/** The start mines its own blocks at the same time. */
const ownBlocks = idleBlocks + 1_000

/** Twelve samples of a long series, and its maximum. */
function outline(figures: readonly number[]): string {
  const every = Math.ceil(figures.length / 12)
  return `${figures.filter((_, index) => index % every === 0).join(' ')}, at most ${Math.max(...figures)}`
}

describe('given one world that is started again and again', () => {
  let folder: string
  let kept: `0x${string}` | undefined
  beforeAll(async () => {
    folder = isLong ? await copyOf('endings') : join(scratch.folder, 'endings')
  })

  let drawn = 0
  /** Requests a picture not drawn before, so that a drawing process exists. */
  async function seePictureDrawn(parley: StartedParley): Promise<void> {
    await parley.drawPictures(drawn, (drawn += 1))
    await parley.processes()
  }

  async function startAgain(command?: readonly string[]): Promise<StartedParley> {
    const parley = await start(folder, command)
    if (kept !== undefined) expect((await parley.chain.getTransactionReceipt({ hash: kept })).status).toBe('success')
    await seeReady(parley)
    return parley
  }

  it.each(isLong ? [...endings, ...moreEndings] : endings)(
    'after $name has lost nothing that was saved, and left no process and nothing outside the folder',
    async ({ end, command }) => {
      const parley = await startAgain(command)
      kept = await sendAndSeeSaved(parley, folder)
      await seePictureDrawn(parley)
      await end(parley)
      await seeGone(parley)
      await seeNothingOutside()
    },
    startMs,
  )

  it(
    'takes no more than 800 MB with all its processes, idle for hours and busy for one, and keeps a state in proportion',
    async () => {
      const state = join(folder, 'chain.json')
      const before = (await stat(state)).size
      const parley = await startAgain()
      const idling = watchMemory(parley)
      for (let block = 0; block < idleBlocks; block += 1) await parley.chain.mine({ blocks: 1 })
      const idleMB = await idling.stop()
      const swapping = watchMemory(parley)
      await swapBackAndForth(parley.chain, worldFiles(folder), { swaps: busySwaps, nftsEach: 3 })
      await parley.drawPictures(drawn, drawn + pictures)
      const busyMB = await swapping.stop()
      console.log(
        `PSS in MB over ${idleBlocks} blocks: ${outline(idleMB)}; over ${busySwaps} swaps: ${outline(busyMB)}`,
      )
      expect(Math.max(...idleMB, ...busyMB)).toBeLessThan(maxMemoryMB)
      await endByCtrlC(parley)
      const bytes = (await stat(state)).size - before
      expect(bytes).toBeLessThan((idleBlocks + ownBlocks) * maxBytesPerEmptyBlock + busySwaps * maxBytesPerSwap)
    },
    longMs,
  )
})

describe.runIf(isLong)('given two starts side by side, with folders of their own', () => {
  it(
    'runs both, each on its own chain',
    async () => {
      const folders = [await copyOf('left'), await copyOf('right')]
      const [left, right] = await Promise.all(folders.map((folder) => start(folder)))
      if (!left || !right) throw new Error('There are two')
      const hash = await sendAndSeeSaved(left, folders[0] ?? '')
      await expect(right.chain.getTransactionReceipt({ hash })).rejects.toThrow()
      await seeReady(left)
      await seeReady(right)
      await endByCtrlC(left)
      await seeReady(right)
      await endByCtrlC(right)
    },
    startMs,
  )
})

describe.runIf(isLong)('given a first start that is killed in the middle', () => {
  it.each(['Starting the chain', 'Sending the first offers', 'Starting the server', 'Reading the chain'])(
    'at "%s", it leaves no process, and the next start makes a whole world',
    async (step) => {
      const place = { ...scratch, folder: join(scratch.folder, step.replaceAll(' ', '-')) }
      const { child, until } = type(place, ['npm', 'start'])
      await until(new RegExp(step))
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      const next = await start(place.folder)
      await seeReady(next)
      await endByCtrlC(next)
    },
    startMs,
  )
})
