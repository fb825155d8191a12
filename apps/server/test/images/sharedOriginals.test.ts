import { startRedis, type TestRedis } from '@parley/testkit'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSharedOriginals } from '../../src/images/cache/sharedOriginals.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'
import { openPictureHost, type PictureHost, square } from './pictureHost.ts'

let host: PictureHost
let redis: TestRedis
let asking: Redis
let servers: TestServer[]
const databases = givenDatabases('sqlite')
const folder = givenFolder()

beforeAll(async () => {
  redis = await startRedis()
  asking = new Redis(redis.url)
  asking.on('error', () => undefined)
  host = await openPictureHost(folder)
  servers = [await start(), await start()]
  await allShare()
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  asking.disconnect()
  await host.stop()
  await redis.stop()
})

async function start(): Promise<TestServer> {
  return startTestServer(host.market, await databases.fresh(), { ...host.settings, REDIS_URL: redis.url })
}

/** As Redis names an original. */
const nameOf = (key: string) => `parley-picture:${key}`

const healthOf = async (server: TestServer) => (await server.raw('/health')).body['pictures']
const allShare = () =>
  until(async () => (await Promise.all(servers.map(healthOf))).every((state) => state === 'shared'))

/** Asks both servers while the host is slow. It answers once one of them has waited for the other. */
async function askBothAtOnce(path: string) {
  host.hold()
  const answers = Promise.all(servers.map((server) => server.raw(path)))
  await until(async () => host.held() > 0)
  const before = await evals()
  await until(async () => (await evals()) > before + 2)
  host.release()
  return answers
}

/** How many originals came from their host and from Redis, at all of these servers. */
async function originalsOf(some: readonly TestServer[]) {
  const texts = await Promise.all(some.map(async (server) => String((await server.raw('/metrics')).body['text'])))
  const sum = (from: string) =>
    texts.reduce((total, text) => {
      const [, count] = new RegExp(`^parley_picture_originals_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text) ?? []
      return total + Number(count)
    }, 0)
  return { host: sum('host'), redis: sum('redis') }
}

/** How many scripts Redis has run. A server that waits runs one at each look. */
async function evals(): Promise<number> {
  return Number(/cmdstat_eval:calls=(\d+)/.exec(await asking.info('commandstats'))?.[1] ?? 0)
}

describe('given two servers with one Redis, and a picture that neither has', () => {
  it('one of them fetches it for both, a server that starts later takes it from there, and metrics say so', async () => {
    const before = await originalsOf(servers)
    const { path, image } = await host.mint()
    const answers = await askBothAtOnce(path)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    expect(host.origin.requests(image)).toBe(1)
    const late = await start()
    try {
      await until(async () => (await healthOf(late)) === 'shared')
      expect((await late.raw(path)).status).toBe(200)
      expect(host.origin.requests(image)).toBe(1)
      const after = await originalsOf(servers)
      expect([after.host - before.host, after.redis - before.redis]).toEqual([1, 1])
      expect(await originalsOf([late])).toEqual({ host: 0, redis: 1 })
    } finally {
      await late.stop()
    }
  })

  it('one that starts after a reveal takes no old picture from there', async () => {
    const nft = await host.mint()
    expect((await servers[0]?.raw(nft.path))?.status).toBe(200)
    const picture = await square({ r: 0, g: 200, b: 0 })
    const revealed = host.reveal(nft, picture)
    const late = await start()
    try {
      await until(async () => (await healthOf(late)) === 'shared')
      const shown = await fetch(late.url + nft.original)
      expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture)
      expect(host.origin.requests(revealed)).toBe(1)
    } finally {
      await late.stop()
    }
  })

  it('one of them finds that it is not there, and both say so', async () => {
    const { path, image } = await host.mint({ isThere: false })
    const answers = await askBothAtOnce(path)
    expect(answers.map(({ status }) => status)).toEqual([502, 502])
    expect(host.origin.requests(image)).toBe(1)
  })

  it('the other one fetches it where the first was killed before it had it', async () => {
    const { path, image, key } = await host.mint()
    await asking.set(`${nameOf(key)}:turn`, 'of a server that is gone', 'PX', 400)
    expect((await servers[1]?.raw(path))?.status).toBe(200)
    expect(host.origin.requests(image)).toBe(1)
  })

  it('a server fetches it again where Redis holds something else under its name', async () => {
    const { path, image, key } = await host.mint()
    await asking.set(nameOf(key), '<html>not a picture</html>')
    expect((await servers[0]?.raw(path))?.status).toBe(200)
    expect(host.origin.requests(image)).toBe(1)
    expect((await servers[1]?.raw(path))?.status).toBe(200)
    expect(host.origin.requests(image)).toBe(1)
  })
})

describe('given a Redis that goes away', () => {
  it('each server fetches for itself and says so, and shares again afterwards', async () => {
    const metrics = async () => String((await servers[0]?.raw('/metrics'))?.body['text'])
    const { path, image } = await host.mint()
    await redis.kill()
    await until(async () => (await Promise.all(servers.map(healthOf))).every((state) => state === 'own'))
    for (const server of servers) expect((await server.raw(path)).status).toBe(200)
    expect(host.origin.requests(image)).toBe(2)
    expect(await metrics()).toMatch(/^parley_redis_up 0$/m)
    await redis.restart()
    await allShare()
    const next = await host.mint()
    for (const server of servers) expect((await server.raw(next.path)).status).toBe(200)
    expect(host.origin.requests(next.image)).toBe(1)
    expect(await metrics()).toMatch(/^parley_picture_evictions_total\{store="redis"\} 0$/m)
  })

  it('one that hangs holds up no picture for good', async () => {
    const { path, image } = await host.mint()
    redis.hang(true)
    try {
      expect((await servers[0]?.raw(path))?.status).toBe(200)
      expect(host.origin.requests(image)).toBe(1)
    } finally {
      redis.hang(false)
    }
    await allShare()
  })
})

describe('given less room than there are originals', () => {
  it('the one used longest ago goes, and is counted', async () => {
    let evicted = 0
    let taken = 0
    const png = await square({ r: 1, g: 2, b: 3 })
    const picture = Buffer.concat([png, Buffer.alloc(10_000 - png.length)])
    const log = { info: () => undefined, warn: () => undefined }
    await asking.flushall()
    const originals = await openSharedOriginals({
      url: redis.url,
      maxBytes: 35_000,
      log,
      evicted: (count) => (evicted += count),
      taken: () => (taken += 1),
    })
    try {
      await until(async () => originals.isUp())
      let fetches = 0
      const get = (key: string) =>
        originals.fetch(key, async () => {
          fetches += 1
          return picture
        })
      for (const key of ['a', 'b', 'c', 'a']) {
        await get(key)
        // Their times must differ.
        const nowMs = Date.now()
        await until(async () => Date.now() > nowMs)
      }
      expect([fetches, taken, evicted]).toEqual([3, 1, 0])
      await get('d')
      expect([fetches, taken, evicted]).toEqual([4, 1, 1])
      for (const key of ['a', 'c', 'd']) await get(key)
      expect([fetches, taken]).toEqual([4, 4])
      await get('b')
      expect(fetches).toBe(5)
    } finally {
      originals.close()
    }
  })
})
