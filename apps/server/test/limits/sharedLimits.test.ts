import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { openRooms } from '@parley/protocol'
import { redisPassword, startRedis, type TestRedis, VoiceGuest } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSharedLimits } from '../../src/limits/sharedLimits.ts'
import { givenDatabases } from '../given/engines.ts'
import { type Market, openMarket } from '../given/market.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

let market: Market
let redis: TestRedis
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  redis = await startRedis()
})
afterAll(async () => {
  await redis.stop()
  await market.stop()
})

const start = async (env: Readonly<Record<string, string>>) =>
  startTestServer(market, await databases.fresh(), { TRUSTED_PROXIES: '1', REDIS_URL: redis.url, ...env })

/** A network of its own for each test: windows of the others may last. */
let networks = 0
const freshNetwork = () => `203.0.${(networks += 1) >> 8}.${networks & 255}`

/** How many of these requests were answered, one after the other. */
async function answered(server: TestServer, from: string, count: number): Promise<number> {
  let allowed = 0
  for (let sent = 0; sent < count; sent += 1) {
    const { status } = await server.raw('/api/config', { headers: { 'x-forwarded-for': from } })
    if (status === 200) allowed += 1
    else expect(status).toBe(429)
  }
  return allowed
}

/** Each look comes from another network: they count as well. */
const look = (server: TestServer, path: string) => server.raw(path, { headers: { 'x-forwarded-for': freshNetwork() } })
const limitsOf = async (server: TestServer) => (await look(server, '/health')).body['limits']
/** By this machine itself: metrics aren't for requests that came through a proxy. */
const metricsOf = async (server: TestServer) => (await server.raw('/metrics')).body['text']

/** What the work finds while these count together. After a stall they count alone for a while: then again, from another network. */
function together<T extends object>(servers: readonly TestServer[], work: (from: string) => Promise<T>): Promise<T> {
  const timesAlone = () =>
    servers.flatMap(({ log }) => log).filter((line) => line.includes('Redis does not answer')).length
  return until(async () => {
    const before = timesAlone()
    const states = await Promise.all(servers.map(limitsOf))
    if (states.some((state) => state !== 'shared')) return null
    const found = await work(freshNetwork())
    return timesAlone() === before && found
  })
}

describe('given two servers with one Redis', () => {
  const env = { REQUESTS_PER_MINUTE: '12', WRITES_PER_MINUTE: '3', VOICE_JOINS_PER_MINUTE: '4' }

  it('a network has one allowance of requests, writes and joins at both, and another network its own', async () => {
    const [one, other] = [await start(env), await start(env)]
    try {
      const requests = await together([one, other], async (from) => [
        await answered(one, from, 8),
        await answered(other, from, 6),
        await answered(one, from, 1),
        await answered(other, freshNetwork(), 5),
      ])
      expect(requests).toEqual([8, 4, 0, 5])

      const statuses = await together([one, other], async (from) => {
        const nonces = []
        for (const server of [one, other, one, other])
          nonces.push(await server.raw('/api/session/nonce', { method: 'POST', headers: { 'x-forwarded-for': from } }))
        return nonces.map(({ status }) => status)
      })
      expect(statuses.slice(0, 3)).not.toContain(429)
      expect(statuses[3]).toBe(429)

      const joins = await together([one, other], async (from) => {
        const answers = []
        for (const server of [one, one, other, other, other]) {
          const guest = await VoiceGuest.arrive(server.url, { 'x-forwarded-for': from })
          const answer = await guest.join(openRooms.general)
          answers.push(answer.ok ? 'joined' : answer.refusal)
          guest.leave()
        }
        return answers
      })
      expect(joins).toEqual(['joined', 'joined', 'joined', 'joined', 'too-fast'])
    } finally {
      await one.stop()
      await other.stop()
    }
  })
})

describe('given a Redis that goes away', () => {
  it('each server goes on with what it counted itself, says so, and counts together again afterwards', async () => {
    const server = await start({ REQUESTS_PER_MINUTE: '20' })
    try {
      await until(async () => (await limitsOf(server)) === 'shared')
      const from = freshNetwork()
      expect(await answered(server, from, 12)).toBe(12)
      await redis.kill()
      expect(await answered(server, from, 10)).toBe(8)
      await until(async () => (await limitsOf(server)) === 'own')
      expect(await metricsOf(server)).toMatch(/^parley_redis_up 0$/m)

      await redis.restart()
      await until(async () => (await limitsOf(server)) === 'shared')
      await expect.poll(() => metricsOf(server)).toMatch(/^parley_redis_up 1$/m)
      expect(await answered(server, freshNetwork(), 3)).toBe(3)
      // One line when it went, one when it was back, however often it was tried. On a busy machine it may go more than once.
      const lines = server.log.filter((line) => line.includes('limits count'))
      const went = lines.map((line) => line.includes('does not answer'))
      expect(went.length).toBeGreaterThanOrEqual(2)
      expect(went).toEqual(went.map((_, at) => at % 2 === 0))
      expect(lines.join('')).not.toContain(redisPassword)
    } finally {
      await server.stop()
    }
  })

  it('one that hangs holds up no request for good, and is used again when it answers', async () => {
    const server = await start({ REQUESTS_PER_MINUTE: '20' })
    try {
      await until(async () => (await limitsOf(server)) === 'shared')
      redis.hang(true)
      expect(await answered(server, freshNetwork(), 25)).toBe(20)
      expect(await limitsOf(server)).toBe('own')
      redis.hang(false)
      await until(async () => (await limitsOf(server)) === 'shared')
    } finally {
      redis.hang(false)
      await server.stop()
    }
  })

  it('a server starts without it, and with a wrong password', async () => {
    for (const url of ['redis://127.0.0.1:1', redis.url.replace(redisPassword, 'another')]) {
      const server = await start({ REQUESTS_PER_MINUTE: '20', REDIS_URL: url })
      try {
        expect(await answered(server, freshNetwork(), 22)).toBe(20)
        expect(await limitsOf(server)).toBe('own')
        expect(server.log.join('')).not.toContain('another')
      } finally {
        await server.stop()
      }
    }
  })
})

/** Greets like a ready Redis, and answers every count with `answer`. */
async function lyingRedis(answer: string): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const [, command = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const isInfo = command.toLowerCase() === 'info'
        const isCount = command.toLowerCase().startsWith('eval')
        socket.write(isInfo ? '$9\r\nloading:0\r\n' : isCount ? answer : '+OK\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address())
  return {
    url: `redis://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('given a Redis that answers nonsense', () => {
  const limit = { max: 3, windowMs: 60_000 }

  it.each([
    ['a count below zero', '*2\r\n:-5\r\n:1000\r\n'],
    ['no number', '*2\r\n$3\r\nfoo\r\n$3\r\nbar\r\n'],
    ['an empty list', '*0\r\n'],
    ['nothing', '$-1\r\n'],
    ['another type', '+OK\r\n'],
    ['an error', '-ERR you wish\r\n'],
    ['bytes of no protocol', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('%s: this server applies its own limit', async (_, answer) => {
    const liar = await lyingRedis(answer)
    const limits = await openSharedLimits(liar.url, { info: () => undefined, warn: () => undefined })
    try {
      await until(async () => limits.isUp())
      const counts = []
      for (let sent = 0; sent < 5; sent += 1) counts.push((await limits.count('requests a', limit)).current)
      expect(counts.map((current) => current <= limit.max)).toEqual([true, true, true, false, false])
    } finally {
      await limits.close()
      liar.close()
    }
  })

  it('a count above all bounds: refused for the rest of the window, not longer', async () => {
    const liar = await lyingRedis('*2\r\n:999999999\r\n:99999999999\r\n')
    const limits = await openSharedLimits(liar.url, { info: () => undefined, warn: () => undefined })
    try {
      // A late answer gives this server's own count. With another key each time, only Redis's is above the limit.
      let keys = 0
      const { ttl } = await until(async () => {
        const count = limits.isUp() && (await limits.count(`requests ${(keys += 1)}`, limit))
        return count && count.current > limit.max && count
      })
      expect(ttl).toBeLessThanOrEqual(limit.windowMs)
    } finally {
      await limits.close()
      liar.close()
    }
  })
})
