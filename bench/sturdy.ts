import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { startWorld } from '@parley/testkit'
import type { Bench, BenchRow } from './Bench.ts'
import { median } from './cases/proxiedWorld.ts'

const rounds = 5
const honestRequests = 400
const slowSockets = 1_000
const floodsAtOnce = 50

/** What an abuser does until it is told to stop. */
interface Abuse {
  readonly name: string
  begin(url: URL): Promise<() => void>
}

export const bench: Bench = {
  about: 'What honest requests wait (99 of 100 of them) while somebody abuses the server, against the same without.',
  async run() {
    const serverEnv = { REQUESTS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '60' }
    const world = await startWorld({ seed: 'empty', blockTimeS: null, serverEnv })
    try {
      const url = new URL(world.url)
      const rows: BenchRow[] = []
      for (const abuse of abuses) rows.push(await against(url, abuse))
      return rows
    } finally {
      await world.stop()
    }
  },
}

async function against(url: URL, abuse: Abuse): Promise<BenchRow> {
  const [abused, idle]: [number[], number[]] = [[], []]
  await honestP99(url)
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await honestP99(url))
    const stop = await abuse.begin(url)
    abused.push(await honestP99(url))
    stop()
  }
  return { case: abuse.name, figure: median(abused), unit: 'ms', reference: median(idle), against: 'idle' }
}

/** One request after the other, as one visitor sends them. */
async function honestP99(url: URL): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  for (let count = 0; count < honestRequests; count += 1) {
    const startMs = performance.now()
    await request(new URL('/api/config', url), agent)
    took.push(performance.now() - startMs)
  }
  agent.destroy()
  return took.toSorted((one, other) => one - other)[Math.floor(honestRequests * 0.99)] ?? Number.NaN
}

function request(url: URL, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.on('end', resolve).resume()).on('error', reject)
  })
}

const abuses: readonly Abuse[] = [
  {
    name: `${slowSockets} connections that send a byte now and then`,
    async begin(url) {
      const sockets = await Promise.all(Array.from({ length: slowSockets }, () => slowSocket(url)))
      const dripping = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('a')
      }, 1_000)
      return () => {
        clearInterval(dripping)
        for (const socket of sockets) socket.destroy()
      }
    },
  },
  flood('sync pressed without end', '/api/swap-offers/sync'),
  flood('offers that nobody has heard of', '/api/swap-offers/'),
]

async function slowSocket(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ')
  return socket
}

/** A path that ends with a slash is followed by a hash of its own each time. */
function flood(name: string, path: string): Abuse {
  return {
    name,
    async begin(url) {
      const agent = new Agent({ keepAlive: true, maxSockets: floodsAtOnce })
      const over = new AbortController()
      let turn = 0
      const work = async (): Promise<void> => {
        while (!over.signal.aborted) {
          turn += 1
          const hash = path.endsWith('/') ? `0x${turn.toString(16).padStart(64, '0')}` : ''
          await request(new URL(path + hash, url), agent).catch(() => undefined)
        }
      }
      const under = Array.from({ length: floodsAtOnce }, work)
      return () => {
        over.abort()
        void Promise.all(under).then(() => agent.destroy())
      }
    },
  }
}
