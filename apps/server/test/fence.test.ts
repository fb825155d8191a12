import { readdirSync, readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { Socket as TcpSocket } from 'node:net'
import { join } from 'node:path'
import { openRooms, voiceRequests } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { pino } from 'pino'
import { Socket } from 'socket.io'
import { InvalidAddressError } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFence } from '../src/fence.ts'
import { Occupancy } from '../src/limits/occupancy.ts'
import { TokenBucket } from '../src/limits/tokenBuckets.ts'
import { givenDatabases } from './given/engines.ts'
import { openMarket, type Market } from './given/market.ts'
import { openPage, RawClient } from './given/rawClient.ts'
import { startServerProcess } from './given/serverProcess.ts'
import { startTestServer, until, type TestServer } from './given/testServer.ts'

let market: Market
let server: TestServer
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  // Only intervals: the test decides when heartbeats and sweeps come.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  market = await openMarket()
  server = await startTestServer(market, await databases.fresh())
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await server.stop()
  await market.stop()
  vi.useRealTimers()
})

class PlantedFault extends Error {
  override readonly name = 'PlantedFault'
}

function fail(): never {
  throw new PlantedFault('planted')
}

async function faultsOf(code: string): Promise<number> {
  const text = String((await server.raw('/metrics')).body['text'])
  return Number(new RegExp(`^parley_guest_faults_total\\{code="${code}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

describe('given work for a guest while the database is away', () => {
  it('ends the guest, and counts no fault of our code', async () => {
    const faults: string[] = []
    const fence = createFence(pino({ level: 'silent' }), (code) => faults.push(code))
    const ended: string[] = []
    const run = (error: Error) =>
      fence.run('stream', { end: () => void ended.push(error.message) }, async () => {
        throw error
      })
    run(Object.assign(new Error('lost'), { code: 'ETIMEDOUT' }))
    run(new PlantedFault('planted'))
    // PostgreSQL cancelled a statement that took too long.
    run(Object.assign(new Error('slow'), { code: '57014' }))
    run(new InvalidAddressError({ address: '0x0' }))
    await until(() => Promise.resolve(ended.length === 4))
    expect(ended[0]).toBe('lost')
    expect(faults).toEqual(['stream', 'stream', 'stream'])
  })
})

/** Two people who keep talking, whatever happens to a third. */
async function twoTalking() {
  const [ana, ben] = [await VoiceGuest.arrive(server.url), await VoiceGuest.arrive(server.url)]
  for (const one of [ana, ben]) await one.join(openRooms.general)
  return {
    async goOn() {
      const before = ana.said('offer').length
      ben.socket.emit('offer', { to: ana.id, sdp: 'v=0' })
      await ana.hears('offer', before + 1)
      ana.leave()
      ben.leave()
    },
  }
}

interface Plant {
  readonly where: string
  readonly code: string
  /** Triggers the fault for a visitor, and resolves when that visitor is disconnected. */
  meet(): Promise<void>
}

async function arriveAndSit(): Promise<VoiceGuest> {
  const victim = await VoiceGuest.arrive(server.url)
  await victim.join(openRooms.general)
  return victim
}

/** A fault stays planted until it is hit, once. */
const plants: readonly Plant[] = [
  {
    where: 'in a message',
    code: 'message',
    async meet() {
      const victim = await arriveAndSit()
      vi.spyOn(voiceRequests.offer, 'safeParse').mockImplementationOnce(fail)
      victim.socket.emit('offer', { to: victim.id, sdp: 'v=0' })
      await victim.gone()
    },
  },
  {
    where: 'in the answer to a join',
    code: 'message',
    async meet() {
      const victim = await VoiceGuest.arrive(server.url)
      // In an empty room only the answer is sent.
      vi.spyOn(Socket.prototype, 'packet').mockImplementationOnce(fail)
      victim.socket.emit('join-room', { roomId: openRooms.aso }, () => undefined)
      await victim.gone()
    },
  },
  {
    where: 'in what follows the end of a connection',
    code: 'message',
    async meet() {
      const victim = await arriveAndSit()
      vi.spyOn(Socket.prototype, 'leave').mockImplementationOnce(fail)
      victim.leave()
      await until(async () => (await faultsOf('message')) > 0)
    },
  },
  {
    where: 'in entering the namespace',
    code: 'connection',
    async meet() {
      vi.spyOn(Socket.prototype, 'use').mockImplementationOnce(fail)
      const victim = await VoiceGuest.arrive(server.url)
      await victim.gone()
    },
  },
  {
    where: 'in what counts frames',
    code: 'websocket',
    async meet() {
      const victim = await arriveAndSit()
      // Buckets refill with time. Stopped where it is: they know earlier moments.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      for (let count = 0; count < 200; count += 1) victim.socket.emit('leave-room', {})
      await victim.settled()
      const { take } = TokenBucket.prototype
      vi.spyOn(TokenBucket.prototype, 'take').mockImplementation(function takeOrFail(this: TokenBucket, cost) {
        // Only this guest sends as much; smaller buckets count other things.
        return this.left > 50 && this.left < 200 ? fail() : take.call(this, cost)
      })
      victim.socket.emit('leave-room', {})
      await victim.gone()
    },
  },
  {
    where: 'in what sweeps idle connections',
    code: 'websocket',
    async meet() {
      const victim = await VoiceGuest.arrive(server.url)
      vi.spyOn(Socket.prototype, 'disconnect').mockImplementationOnce(fail)
      const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
      vi.advanceTimersByTime(30_000)
      now.mockRestore()
      await victim.gone()
    },
  },
  {
    where: 'in an upgrade',
    code: 'upgrade',
    async meet() {
      const client = await RawClient.connect(server.url)
      // The system accepts a connection before the server does, which counts it as well.
      client.send(`GET /health HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n\r\n`)
      await client.hears('HTTP/1.1')
      vi.spyOn(Occupancy.prototype, 'enter').mockImplementationOnce(fail)
      client.send(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\norigin: ${server.url}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
      )
      await client.gone()
    },
  },
  {
    where: 'in opening a TCP connection',
    code: 'connection',
    async meet() {
      vi.spyOn(Occupancy.prototype, 'enter').mockImplementationOnce(fail)
      const client = await RawClient.connect(server.url)
      await client.gone()
    },
  },
  {
    where: 'in the answer to bytes that are no request',
    code: 'connection',
    async meet() {
      const client = await RawClient.connect(server.url)
      const { end } = TcpSocket.prototype
      vi.spyOn(TcpSocket.prototype, 'end').mockImplementation(function endOrFail(this: TcpSocket, ...args: unknown[]) {
        return String(args[0]).startsWith('HTTP/1.1 400') ? fail() : Reflect.apply(end, this, args)
      })
      client.send('no request\r\n\r\n')
      await client.gone()
    },
  },
  {
    where: 'in the greeting of a live stream',
    code: 'stream',
    async meet() {
      vi.spyOn(ServerResponse.prototype, 'write').mockImplementationOnce(fail)
      const page = await openPage(server.url).catch(() => null)
      await page?.ended
    },
  },
  {
    where: 'in an event of a live stream',
    code: 'stream',
    async meet() {
      const page = await openPage(server.url)
      await until(async () => page.events.length > 0)
      vi.spyOn(ServerResponse.prototype, 'write').mockImplementationOnce(fail)
      await market.wait(1)
      await page.ended
    },
  },
  {
    where: 'in the heartbeat of a live stream',
    code: 'stream',
    async meet() {
      const page = await openPage(server.url)
      await until(async () => page.events.length > 0)
      vi.spyOn(ServerResponse.prototype, 'write').mockImplementationOnce(fail)
      vi.advanceTimersByTime(15_000)
      await page.ended
    },
  },
]

describe('given a fault of ours that one visitor runs into', () => {
  it.each(plants)('ends that visitor alone, logged and counted, $where', async ({ code, meet }) => {
    const [pair, before] = [await twoTalking(), await faultsOf(code)]
    const logged = server.log.length
    await meet()
    await until(async () => (await faultsOf(code)) > before)
    expect(server.log.slice(logged).some((line) => line.includes('a fault ended one visitor'))).toBe(true)
    expect((await server.raw('/api/config')).status).toBe(200)
    await pair.goOn()
  })

  it('logs no more than a few of them, and counts them all', async () => {
    const logged = server.log.length
    const before = await faultsOf('connection')
    vi.spyOn(Socket.prototype, 'use').mockImplementation(fail)
    const victims = await Promise.all(Array.from({ length: 60 }, () => VoiceGuest.arrive(server.url)))
    for (const victim of victims) await victim.gone()
    vi.restoreAllMocks()
    expect(await faultsOf('connection')).toBe(before + 60)
    expect(server.log.slice(logged).filter((line) => line.includes('a fault ended')).length).toBeLessThan(60)
  })
})

describe('given a fault of our own', () => {
  it.each([
    ['thrown', 'setTimeout(() => { throw new Error("planted") }, 3000)'],
    ['rejected', 'setTimeout(() => Promise.reject(new Error("planted")), 3000)'],
  ])('ends the process loudly when it is %s', async (_, code) => {
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(code)}"`
    const own = startServerProcess(market, { ...(await databases.fresh()), NODE_OPTIONS })
    expect(await own.ended).toBe(1)
    expect(own.complaints()).toContain('planted')
  })
})

/** Other unfenced listeners, and why no visitor's fault can reach them. */
const listensUnfenced: Readonly<Record<string, string>> = {
  'log.ts': 'our own output',
  'metrics/createMetrics.ts': 'only counts',
  'http/createHttp.ts': 'closes idle sockets while the server stops',
  'http/readyAnswers.ts': 'fenced inside',
  'limits/openRedis.ts': 'notes whether Redis answers; commands reject on their own',
  'doctor/examineRedis.ts': 'the doctor, which is no server',
  'doctor/connected.ts': 'the doctor, which is no server',
  'doctor/relayLine.ts': 'the doctor, which is no server',
  'main.ts': 'signals of the operator',
  'db/postgres.ts': 'logs and forgets lost connections; what it hears of other servers is fenced on its way to pages',
  'db/waitForPrimary.ts': 'a command of the operator, before any visitor',
  'db/checkpointWorker.ts': 'a thread of its own',
  'db/walCheckpointer.ts': 'our own thread',
  'push/createPush.ts': 'our own look at the outbox, which logs what fails',
  'push/sendPush.ts': 'rejects the promise of its request',
  'traders/createTraders.ts': 'gives a place back',
  'sessions/createSessions.ts': 'our own timer; what ends with a session is fenced by whoever passes the listener',
  'http/requestLimits.ts': 'fenced inside, gives a place back, or destroys sockets',
  'http/eventStream.ts': 'fenced by whoever passes the listener',
  'http/upgrades.ts': 'fenced inside',
  'images/net/fetchAsset.ts': 'rejects the promise of its request',
  'images/workers/workerProcess.ts': 'bounds and checks every answer, and settles the job',
  'worker/pictureWorker.ts': 'a process of its own',
  'tables/createTables.ts': 'our own sweep, which logs what fails',
  'tables/presence.ts': 'our own renewal, which logs what fails',
  'voice/createVoice.ts': 'fenced inside',
  'voice/openVoiceSpace.ts': 'fenced inside',
  'voice/VoiceConnection.ts': 'fenced inside, or gives a place back',
  'voice/receive.ts': 'fenced inside',
  'voice/bridge/Janus.ts': 'our own keepalive, which ends the connection that does not answer',
  'voice/ServerLine.ts':
    'our own session, which is opened again; what it hears is of other servers, and read in shareVoice.ts',
}

describe('the sources of the server', () => {
  const src = join(import.meta.dirname, '../src')
  const listening = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /\.(on|once|addListener|prependListener)\(\s*'|\bsetInterval\(/.test(readFileSync(join(src, file), 'utf8')),
    )

  it.each(listening)('says why no visitor’s fault can end the process in a listener of %s', (file) => {
    expect(listensUnfenced, `Put the listener behind the fence (fence.ts), and say so here`).toHaveProperty([file])
  })
})
