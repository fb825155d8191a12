import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverSettings, startParts, VoiceGuest, worldFiles } from '@parley/testkit'
import type { Bench, BenchRow } from './Bench.ts'
import { median } from './cases/proxiedWorld.ts'

const crowdSize = 10_000
const atOnce = 100
const goalBytesEach = 16 * 1024
const runs = 5
const messagesARun = 300
const general = 'parley-global'

export const bench: Bench = {
  about: `${crowdSize.toLocaleString('en')} sockets in voice rooms: memory of the server for each (goal), and how long a message takes while somebody floods the server (calm: the same without, in turn).`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
    const files = worldFiles(folder)
    const parts = await startParts(files, { seed: 'empty', blockTimeS: null })
    const server = await startVoiceServer(parts, folder)
    try {
      return [...(await memoryOf(server)), await abuseOf(server)]
    } finally {
      server.process.send('stop')
      await once(server.process, 'exit')
      await Promise.all([parts.chain.stop(), parts.art.stop()])
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface VoiceServer {
  readonly process: ChildProcess
  readonly url: string
}

interface Memory {
  /** Without V8's nursery. */
  readonly residentBytes: number
  readonly usedBytes: number
  readonly sockets: number
}

async function startVoiceServer(parts: Awaited<ReturnType<typeof startParts>>, folder: string): Promise<VoiceServer> {
  const settings = serverSettings(parts, worldFiles(folder), {
    // Limits are per address, as on a real network; each visitor has its own.
    serverEnv: {
      TRUSTED_PROXIES: '1',
      VOICE_SOCKETS_PER_ADDRESS: '40',
      VOICE_JOINS_PER_MINUTE: '60',
      LOG_LEVEL: 'warn',
    },
  })
  const child = fork(join(import.meta.dirname, 'cases/ownServer.ts'), {
    env: { ...process.env, ...settings },
    execArgv: ['--expose-gc'],
  })
  const [ready]: { url: string }[] = await once(child, 'message')
  if (!ready) throw new Error('The server did not start')
  return { process: child, url: ready.url }
}

async function memoryNow(server: VoiceServer): Promise<Memory> {
  const answer = once(server.process, 'message')
  server.process.send('memory')
  const [memory]: Memory[] = await answer
  if (!memory) throw new Error('The server did not say')
  return memory
}

/** A unique address. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

function guest({ url }: VoiceServer, number: number): Promise<VoiceGuest> {
  return VoiceGuest.arrive(url, { 'x-forwarded-for': addressOf(number) })
}

async function memoryOf(server: VoiceServer): Promise<BenchRow[]> {
  // The first connections allocate memory that is needed only once.
  for (const one of await Promise.all(Array.from({ length: atOnce }, (_, at) => guest(server, at)))) one.leave()
  const before = await memoryNow(server)
  const crowd: VoiceGuest[] = []
  while (crowd.length < crowdSize) {
    const some = await Promise.all(Array.from({ length: atOnce }, (_, at) => guest(server, crowd.length + at + 1)))
    await Promise.all(some.map((one, at) => one.join(`asoverse-trading-${2 + ((crowd.length + at) % 49)}`)))
    crowd.push(...some)
  }
  const after = await memoryNow(server)
  for (const one of crowd) one.leave()
  const each = (from: number, to: number): number => Math.round((to - from) / after.sockets)
  const against = { unit: 'bytes', reference: goalBytesEach, against: 'goal' }
  return [
    { case: `${after.sockets} connected, in use each`, figure: each(before.usedBytes, after.usedBytes), ...against },
    {
      case: `${after.sockets} connected, resident each`,
      figure: each(before.residentBytes, after.residentBytes),
      ...against,
    },
  ]
}

/** p99 latency of messages between two people, with and without a flood. */
async function abuseOf(server: VoiceServer): Promise<BenchRow> {
  const [ana, ben] = [await guest(server, 1_000_001), await guest(server, 1_000_002)]
  await ana.join(general)
  await ben.join(general)
  const [calm, flooded]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    calm.push(await slowestHundredthMs(ana, ben))
    const end = flood(server)
    flooded.push(await slowestHundredthMs(ana, ben))
    await end()
  }
  ana.leave()
  ben.leave()
  return {
    case: 'p99 of others under abuse',
    figure: median(flooded),
    unit: 'ms',
    reference: median(calm),
    against: 'calm',
  }
}

async function slowestHundredthMs(from: VoiceGuest, to: VoiceGuest): Promise<number> {
  const timesMs: number[] = []
  for (let turn = 0; turn < messagesARun; turn += 1) {
    const heard = new Promise<void>((resolve) => to.socket.once('offer', () => resolve()))
    const startedMs = performance.now()
    from.socket.emit('offer', { to: to.id, sdp: 'v=0'.padEnd(1_500) })
    await heard
    timesMs.push(performance.now() - startedMs)
    // The fastest pace of an honest browser.
    await new Promise((resolve) => setTimeout(resolve, 35))
  }
  timesMs.sort((one, other) => one - other)
  return timesMs[Math.floor(timesMs.length * 0.99)] ?? 0
}

/** A client that reconnects whenever allowed, and sends all it can each time. */
function flood(server: VoiceServer): () => Promise<void> {
  const ended = new AbortController()
  const work = (async () => {
    while (!ended.signal.aborted) {
      const mallory = await guest(server, 2_000_000).catch(() => null)
      if (!mallory) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        continue
      }
      for (let count = 0; !ended.signal.aborted && mallory.socket.connected && count < 20_000; count += 1) {
        mallory.socket.emit('offer', { to: 'A'.repeat(20), sdp: 'x'.repeat(1_000) })
        if (count % 200 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      mallory.leave()
    }
  })()
  return async () => {
    ended.abort()
    await work
  }
}
