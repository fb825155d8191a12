import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Address } from '@parley/domain'
import { demoArtifact, deploy, startRedis, type TestRedis, transact, wallets } from '@parley/testkit'
import { Redis } from 'ioredis'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSharedOriginals } from '../../src/images/cache/sharedOriginals.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { type Market, openMarket } from '../given/market.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'
import { type Origin, startOrigin } from './startOrigin.ts'

let market: Market
let redis: TestRedis
let asking: Redis
let collection: Address
let origin: Origin
let servers: TestServer[]
let start: () => Promise<TestServer>
const databases = givenDatabases('sqlite')
const folder = givenFolder()
const content = new Map<string, Uint8Array | string>()
/** Requests for pictures that the host has not answered yet, while it is slow. */
const held: ServerResponse[] = []
let isSlow = false

beforeAll(async () => {
  market = await openMarket()
  redis = await startRedis()
  asking = new Redis(redis.url)
  asking.on('error', () => undefined)
  const { address } = await deploy(market.chain.client, await demoArtifact('MortalCollection'), [])
  collection = address
  origin = await startOrigin((request, response) => {
    if (isSlow && request.url?.endsWith('.png')) held.push(response)
    else answer(request.url ?? '', response)
  })
  const mortals = { key: 'mortals', name: 'Mortals', address, discovery: { kind: 'scan', lastId: 200 } } as const
  const deployment = { ...market.deployment, collections: [...market.deployment.collections, mortals] }
  const deploymentFile = folder.path('deployment.json')
  await writeFile(deploymentFile, JSON.stringify(deployment))
  start = async () =>
    startTestServer({ chain: market.chain, deploymentFile }, await databases.fresh(), {
      REDIS_URL: redis.url,
      IMAGE_TRUSTED_ORIGINS: origin.url,
      PICTURE_WORKERS: '2',
    })
  servers = [await start(), await start()]
  await allShare()
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  asking.disconnect()
  await origin.stop()
  await redis.stop()
  await market.stop()
})

function answer(path: string, response: ServerResponse): void {
  const body = content.get(path)
  if (body === undefined) response.writeHead(404).end()
  else response.end(body)
}

const healthOf = async (server: TestServer) => (await server.raw('/health')).body['pictures']
const allShare = () =>
  until(async () => (await Promise.all(servers.map(healthOf))).every((state) => state === 'shared'))

let tokens = 0n

/** Mints an NFT whose metadata and picture are at the host. @returns where servers show it, and where the host has it. */
async function mint({ isThere = true } = {}) {
  const tokenId = (tokens += 1n)
  const { abi } = await demoArtifact('MortalCollection')
  const send = (functionName: string, args: readonly unknown[]) =>
    transact(market.chain.client, { from: wallets.alice, to: collection, abi, functionName, args })
  await send('mint', [wallets.alice.account.address, tokenId])
  await send('setTokenUri', [tokenId, `${origin.url}/${tokenId}.json`])
  const image = `/${tokenId}.png`
  content.set(`/${tokenId}.json`, JSON.stringify({ name: 'A mortal', image: origin.url + image }))
  const background = { r: Number(tokenId), g: 0, b: 0 }
  if (isThere)
    content.set(
      image,
      await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    )
  const key = `parley-picture:${collection.toLowerCase()}/${tokenId}`
  return { path: `/api/nft/${collection}/${tokenId}/image`, image, key }
}

/** Asks both servers while the host is slow. It answers once one of them has waited for the other. */
async function askBothAtOnce(path: string, image: string) {
  isSlow = true
  const answers = Promise.all(servers.map((server) => server.raw(path)))
  await until(async () => held.length > 0)
  const before = await evals()
  await until(async () => (await evals()) > before + 2)
  isSlow = false
  for (const response of held.splice(0)) answer(image, response)
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
    const { path, image } = await mint()
    const answers = await askBothAtOnce(path, image)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    expect(origin.requests(image)).toBe(1)
    const late = await start()
    try {
      await until(async () => (await healthOf(late)) === 'shared')
      expect((await late.raw(path)).status).toBe(200)
      expect(origin.requests(image)).toBe(1)
      const after = await originalsOf(servers)
      expect([after.host - before.host, after.redis - before.redis]).toEqual([1, 1])
      expect(await originalsOf([late])).toEqual({ host: 0, redis: 1 })
    } finally {
      await late.stop()
    }
  })

  it('one of them finds that it is not there, and both say so', async () => {
    const { path, image } = await mint({ isThere: false })
    const answers = await askBothAtOnce(path, image)
    expect(answers.map(({ status }) => status)).toEqual([502, 502])
    expect(origin.requests(image)).toBe(1)
  })

  it('the other one fetches it where the first was killed before it had it', async () => {
    const { path, image, key } = await mint()
    await asking.set(`${key}:turn`, 'of a server that is gone', 'PX', 400)
    expect((await servers[1]?.raw(path))?.status).toBe(200)
    expect(origin.requests(image)).toBe(1)
  })

  it('a server fetches it again where Redis holds something else under its name', async () => {
    const { path, image, key } = await mint()
    await asking.set(key, '<html>not a picture</html>')
    expect((await servers[0]?.raw(path))?.status).toBe(200)
    expect(origin.requests(image)).toBe(1)
    expect((await servers[1]?.raw(path))?.status).toBe(200)
    expect(origin.requests(image)).toBe(1)
  })
})

describe('given a Redis that goes away', () => {
  it('each server fetches for itself and says so, and shares again afterwards', async () => {
    const metrics = async () => String((await servers[0]?.raw('/metrics'))?.body['text'])
    const { path, image } = await mint()
    await redis.kill()
    await until(async () => (await Promise.all(servers.map(healthOf))).every((state) => state === 'own'))
    for (const server of servers) expect((await server.raw(path)).status).toBe(200)
    expect(origin.requests(image)).toBe(2)
    expect(await metrics()).toMatch(/^parley_redis_up 0$/m)
    await redis.restart()
    await allShare()
    const next = await mint()
    for (const server of servers) expect((await server.raw(next.path)).status).toBe(200)
    expect(origin.requests(next.image)).toBe(1)
    expect(await metrics()).toMatch(/^parley_picture_evictions_total\{store="redis"\} 0$/m)
  })

  it('one that hangs holds up no picture for good', async () => {
    const { path, image } = await mint()
    redis.hang(true)
    try {
      expect((await servers[0]?.raw(path))?.status).toBe(200)
      expect(origin.requests(image)).toBe(1)
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
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
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
