import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wallets } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startParley, type, type Place, type Role, type StartedParley } from './given/startedParley.ts'

/** `pnpm test:full` ends it in every way, and in the middle of each step of a first start. */
const isLong = process.env['START_ENDINGS'] === 'all'
const startMs = 10 * 60_000
const endMs = 60_000

let scratch: Place
let template: string
const started: StartedParley[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'))
  scratch = { folder, home: join(folder, 'home'), temporary: join(folder, 'tmp') }
  template = join(folder, 'template')
  await Promise.all([mkdir(scratch.home), mkdir(scratch.temporary)])
  const first = await start(template)
  await endByCtrlC(first)
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

/** A data folder with a world in it. */
async function madeBefore(name: string): Promise<string> {
  const folder = join(scratch.folder, name)
  await cp(template, folder, { recursive: true })
  return folder
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile, with another that it depends on.
  }
}

async function endByCtrlC(parley: StartedParley): Promise<void> {
  process.kill(-(parley.child.pid ?? 0), 'SIGINT')
  await seeGone(parley)
}

async function seeGone(parley: StartedParley): Promise<void> {
  await vi.waitFor(async () => expect(await parley.processes()).toEqual([]), { timeout: endMs, interval: 100 })
}

async function sendAndSeeSaved(parley: StartedParley, folder: string): Promise<`0x${string}`> {
  const { alice, bob } = wallets
  const hash = await parley.chain.sendTransaction({
    account: alice.account.address,
    to: bob.account.address,
    value: 1n,
    chain: parley.chain.chain,
  })
  await expect
    .poll(() => readFile(join(folder, 'chain.json'), 'utf8'), { timeout: endMs, interval: 500 })
    .toContain(hash)
  return hash
}

describe('given npm start, twice from one folder', () => {
  it('has left nothing outside that folder, and no process', async () => {
    expect((await readdir(scratch.home)).filter((entry) => entry !== '.npm')).toEqual([])
    // Node's own cache of npm's sources is npm's business.
    expect((await readdir(scratch.temporary)).filter((entry) => entry !== 'node-compile-cache')).toEqual([])
  })
})

const kills: readonly (readonly [string, readonly Role[]])[] = [
  ['npm', ['npm']],
  ['everything', ['npm', 'shell', 'bootstrap', 'start', 'anvil']],
  ['the process that serves', ['start']],
  ...(isLong
    ? ([
        ['its shell', ['shell']],
        ['the bootstrap', ['bootstrap']],
        ['the chain', ['anvil']],
        ['the bootstrap and what it started', ['bootstrap', 'start']],
        ['all but the chain', ['npm', 'shell', 'bootstrap', 'start']],
        ['npm and its shell', ['npm', 'shell']],
      ] as const)
    : []),
]

describe.each(kills)('given a start of which %s is killed (kill -9)', (_, roles) => {
  it('leaves no process, nothing outside its folder, and the next start goes on from what was saved', async () => {
    const folder = await madeBefore(roles.join('-'))
    const parley = await start(folder)
    const hash = await sendAndSeeSaved(parley, folder)
    const pids = await Promise.all(roles.map((role) => parley.pidOf(role)))
    for (const pid of pids) kill(pid, 'SIGKILL')
    await seeGone(parley)
    expect((await readdir(scratch.temporary)).filter((entry) => entry !== 'node-compile-cache')).toEqual([])

    const next = await start(folder)
    expect((await next.chain.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await (await fetch(`${next.url}/health`)).json()).toMatchObject({ ready: true })
    await endByCtrlC(next)
  })
})

const endings: readonly (readonly [string, (parley: StartedParley) => void | Promise<void>])[] = [
  ['SIGTERM to npm', ({ child }) => void child.kill('SIGTERM')],
  ...(isLong
    ? ([
        ['SIGHUP to npm', ({ child }: StartedParley) => void child.kill('SIGHUP')],
        [
          'Ctrl-C twice',
          ({ child }: StartedParley) => {
            process.kill(-(child.pid ?? 0), 'SIGINT')
            process.kill(-(child.pid ?? 0), 'SIGINT')
          },
        ],
        [
          'SIGTERM to the process that serves',
          async (parley: StartedParley) => kill(await parley.pidOf('start'), 'SIGTERM'),
        ],
      ] as const)
    : []),
]

describe.each(endings)('given a start that is ended by %s', (name, end) => {
  it('leaves no process, and has saved its last block', async () => {
    const folder = await madeBefore(name.replaceAll(' ', '-'))
    const parley = await start(folder)
    const { number, hash } = await parley.chain.getBlock()
    await end(parley)
    await seeGone(parley)
    expect(existsSync(join(folder, 'running.json'))).toBe(false)
    const next = await start(folder)
    expect((await next.chain.getBlock({ blockNumber: number })).hash).toBe(hash)
    await endByCtrlC(next)
  })
})

describe('given a start in a terminal whose shell is killed', () => {
  it('leaves no process', async () => {
    const folder = await madeBefore('terminal')
    const parley = await start(folder, ['script', '--quiet', '--command', 'bash -c "npm start; true"', '/dev/null'])
    const shells = (await parley.processes()).filter((pid) => pid !== parley.child.pid)
    for (const pid of shells)
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).startsWith('bash\0')) kill(pid, 'SIGKILL')
    await seeGone(parley)
  })
})

describe('given two starts side by side, with folders of their own', () => {
  it('runs both, each on its own chain', async () => {
    const folders = [await madeBefore('left'), await madeBefore('right')]
    const [left, right] = await Promise.all(folders.map((folder) => start(folder)))
    if (!left || !right) throw new Error('There are two')
    const hash = await sendAndSeeSaved(left, folders[0] ?? '')
    await expect(right.chain.getTransactionReceipt({ hash })).rejects.toThrow()
    for (const { url } of [left, right])
      expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ready: true })
    await endByCtrlC(left)
    expect((await fetch(`${right.url}/health`)).status).toBe(200)
    await endByCtrlC(right)
  })
})

describe.runIf(isLong)('given a first start that is killed in the middle', () => {
  it.each(['Starting the chain', 'Deploying', 'Sending the first offers', 'Starting the server', 'Reading the chain'])(
    'at "%s", it leaves no process, and the next start makes a whole world',
    async (step) => {
      const folder = join(scratch.folder, step.replaceAll(' ', '-'))
      const { child, until } = type({ ...scratch, folder }, ['npm', 'start'])
      await until(new RegExp(step))
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      const next = await start(folder)
      expect(await (await fetch(`${next.url}/health`)).json()).toMatchObject({ ready: true })
      await endByCtrlC(next)
    },
    startMs,
  )
})
