import { startRedis, startS3, type TestRedis, type TestS3 } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { type ServerProcess, startServerProcess } from '../given/serverProcess.ts'
import { until } from '../given/testServer.ts'
import { type HostedNft, openPictureHost, type PictureHost } from './pictureHost.ts'

/** Requests for one new picture, spread over three servers. */
const atOnce = 50

const databases = givenDatabases('sqlite')
const folder = givenFolder()
const processes = new Set<ServerProcess>()
let host: PictureHost
let redis: TestRedis
let store: TestS3
beforeAll(async () => {
  host = await openPictureHost(folder)
  redis = await startRedis()
  store = await startS3()
})
afterEach(async () => {
  for (const server of processes) await server.kill()
  processes.clear()
})
afterAll(async () => {
  await store.stop()
  await redis.stop()
  await host.stop()
})

async function startThree(env: Readonly<Record<string, string>>): Promise<string[]> {
  const started = await Promise.all(
    [1, 2, 3].map(async () =>
      startServerProcess(host.market, { ...host.settings, ...env, ...(await databases.fresh()) }),
    ),
  )
  for (const server of started) processes.add(server)
  return Promise.all(started.map((server) => server.url()))
}

const healthOf = async (url: string): Promise<Record<string, unknown>> => (await fetch(`${url}/health`)).json()
const allSay = (urls: readonly string[], name: string, state: string) =>
  until(async () => (await Promise.all(urls.map(healthOf))).every((health) => health[name] === state))

async function socketsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^parley_http_sockets (\d+)$/m.exec(text)?.[1])
}

/** Asks all servers at once. The host answers once every request is at its server. */
async function askAtOnce(urls: readonly string[], { path, image }: HostedNft) {
  host.hold()
  const answers = Array.from({ length: atOnce }, async (_, index) => {
    const response = await fetch(`${urls[index % urls.length]}${path}`)
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      bytes: (await response.arrayBuffer()).byteLength,
    }
  })
  const least = Math.floor(atOnce / urls.length)
  for (const url of urls) await until(async () => (await socketsOf(url)) > least)
  await until(async () => host.held() > 0)
  host.release()
  const all = await Promise.all(answers)
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(all.map(({ etag, bytes }) => `${etag} ${bytes}`)).size).toBe(1)
  return host.origin.requests(image)
}

describe('given three server processes, and fifty people who want one new picture at once', () => {
  it('its host is asked once where they share a Redis, and never again where they share a store', async () => {
    const env = { REDIS_URL: redis.url, ...store.settings }
    const urls = await startThree(env)
    await allSay(urls, 'pictures', 'shared')
    const nft = await host.mint()
    expect(await askAtOnce(urls, nft)).toBe(1)

    // As after a roll-over in containers: no disk has it, and Redis has lost it.
    for (const server of processes) await server.kill()
    await redis.restart()
    const next = await startThree(env)
    await allSay(next, 'pictures', 'shared')
    const reads = store.requests('GET')
    for (const url of next) expect((await fetch(url + nft.path)).status).toBe(200)
    expect(host.origin.requests(nft.image)).toBe(1)
    expect(store.requests('GET')).toBe(reads + 1)
  })

  it('its host is asked at most once by each where they share a store alone, and by none that comes later', async () => {
    const urls = await startThree(store.settings)
    const nft = await host.mint()
    const asked = await askAtOnce(urls, nft)
    expect(asked).toBeGreaterThanOrEqual(1)
    expect(asked).toBeLessThanOrEqual(3)
    const [late = ''] = await startThree(store.settings)
    expect((await fetch(late + nft.path)).status).toBe(200)
    expect(host.origin.requests(nft.image)).toBe(asked)
  })

  it('its host is asked at most once by each while both Redis and the store are away', async () => {
    const urls = await startThree({ REDIS_URL: redis.url, ...store.settings })
    await allSay(urls, 'pictures', 'shared')
    await redis.kill()
    await store.kill()
    try {
      await allSay(urls, 'pictures', 'own')
      const asked = await askAtOnce(urls, await host.mint())
      expect(asked).toBeGreaterThanOrEqual(1)
      expect(asked).toBeLessThanOrEqual(3)
      await allSay(urls, 'pictureStore', 'away')
    } finally {
      await redis.restart()
      await store.restart()
    }
    await allSay(urls, 'pictures', 'shared')
    await allSay(urls, 'pictureStore', 'up')
    expect(await askAtOnce(urls, await host.mint())).toBe(1)
  })
})
