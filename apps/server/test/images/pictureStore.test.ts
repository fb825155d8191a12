import { startS3, type TestS3 } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBucket } from '../../src/images/cache/bucket.ts'
import { createOriginalStore } from '../../src/images/cache/originalStore.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { patienceMs, startTestServer, type TestServer, until } from '../given/testServer.ts'
import { openPictureHost, type PictureHost, square } from './pictureHost.ts'

let store: TestS3
let host: PictureHost
const databases = givenDatabases('sqlite')
const folder = givenFolder()
const servers = new Set<TestServer>()

beforeAll(async () => {
  store = await startS3()
  host = await openPictureHost(folder)
})
afterEach(async () => {
  store.fail('none')
  for (const server of servers) await server.stop()
  servers.clear()
})
afterAll(async () => {
  await host.stop()
  await store.stop()
})

/** A server with an empty disk. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const settings = { ...host.settings, ...store.settings, ...env }
  const server = await startTestServer(host.market, await databases.fresh(), settings)
  servers.add(server)
  return server
}

const nameOf = (key: string) => `originals/${key}`

/** The bucket as an operator, or a thief of the key, reaches it. */
const bucket = () => openBucket(config(), patienceMs)
const config = () => ({
  url: `${store.settings.PICTURE_STORE_URL}/`,
  region: 'us-east-1',
  keyId: store.settings.PICTURE_STORE_KEY_ID,
  secret: store.settings.PICTURE_STORE_SECRET,
})

const metricsOf = async (server: TestServer) => String((await server.raw('/metrics')).body['text'])
const healthOf = async (server: TestServer) => (await server.raw('/health')).body['pictureStore']
const bytesOf = async (server: TestServer, path: string) =>
  Buffer.from(await (await fetch(server.url + path)).arrayBuffer())

describe('given servers with disks of their own and one picture store', () => {
  it('a server that starts with an empty disk takes the original from the store, not from the host', async () => {
    const { path, original, image } = await host.mint()
    const first = await start()
    expect((await first.raw(path)).status).toBe(200)
    await first.stop()
    const second = await start()
    expect(await bytesOf(second, original)).toEqual(host.content.get(image))
    expect((await second.raw(path)).status).toBe(200)
    expect(host.origin.requests(image)).toBe(1)
    expect(await metricsOf(second)).toMatch(/^parley_picture_originals_total\{from="store"\} 1$/m)
    expect(await healthOf(second)).toBe('up')
  })

  it('shows it while the host is gone', async () => {
    const { path, image } = await host.mint()
    expect((await (await start()).raw(path)).status).toBe(200)
    host.content.delete(image)
    expect((await (await start()).raw(path)).status).toBe(200)
  })
})

describe('given an NFT whose metadata names another picture since its original is in the store', () => {
  it('a server that starts then shows the new picture, and stores that as well', async () => {
    const nft = await host.mint()
    expect((await (await start()).raw(nft.path)).status).toBe(200)
    const picture = await square({ r: 0, g: 200, b: 0 })
    const revealed = host.reveal(nft, picture)
    for (let time = 0; time < 2; time += 1) expect(await bytesOf(await start(), nft.original)).toEqual(picture)
    expect(host.origin.requests(revealed)).toBe(1)
  })
})

describe('given an original that has been in the store for long', () => {
  it.each([
    [29, true],
    [31, false],
  ])('after %i days it serves: %s', async (days, serves) => {
    const log = { info: () => undefined, warn: () => undefined }
    const nowMs = () => Date.now() + days * 86_400_000
    const kept = createOriginalStore({ config: config(), log, failed: () => undefined, nowMs })
    const picture = await square({ r: days, g: 1, b: 1 })
    await kept.put(`a-collection/${days}`, picture)
    expect(await kept.get(`a-collection/${days}`)).toEqual(serves ? picture : undefined)
  })
})

describe('given a store that holds something else', () => {
  it.each([
    ['another picture', async () => square({ r: 0, g: 0, b: 255 })],
    ['half of the picture', async (picture: Uint8Array) => picture.subarray(0, picture.length / 2)],
    ['a page', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['more than any original', async () => Buffer.alloc(21 * 1024 * 1024)],
  ])('a server shows the right picture where it finds %s, counts it, and mends the store', async (_, change) => {
    const { path, original, image, key } = await host.mint()
    const picture = Buffer.from(host.content.get(image) ?? '')
    expect((await (await start()).raw(path)).status).toBe(200)
    const kept = await bucket().get(nameOf(key), 1_000_000)
    const seal = kept?.headers.get('x-amz-meta-parley-seal') ?? ''
    expect(seal).not.toBe('')
    await bucket().put(nameOf(key), await change(picture), {
      'content-type': 'text/html',
      'x-amz-meta-parley-seal': seal,
    })
    const second = await start()
    expect(await bytesOf(second, original)).toEqual(picture)
    expect(host.origin.requests(image)).toBe(2)
    expect(await metricsOf(second)).toMatch(/^parley_picture_store_faults_total\{fault="foreign"\} 1$/m)
    expect(await healthOf(second)).toBe('up')
    expect(await bytesOf(await start(), original)).toEqual(picture)
    expect(host.origin.requests(image)).toBe(2)
  })

  it("a server doesn't take another NFT's picture in the place of this one's, sealed as it is", async () => {
    const [one, other] = [await host.mint(), await host.mint()]
    const first = await start()
    for (const { path } of [one, other]) expect((await first.raw(path)).status).toBe(200)
    const copy = await bucket().get(nameOf(other.key), 1_000_000)
    const seal = copy?.headers.get('x-amz-meta-parley-seal') ?? ''
    await bucket().put(nameOf(one.key), copy?.bytes ?? Buffer.alloc(0), { 'x-amz-meta-parley-seal': seal })
    expect(await bytesOf(await start(), one.original)).toEqual(host.content.get(one.image))
  })
})

describe('given a store that fails', () => {
  it.each([
    ['cuts its answers off', 'cut', 'read'],
    ['takes no writes', 'readOnly', 'write'],
    ['answers nothing', 'hang', 'read'],
  ] as const)('one that %s breaks no picture, is left out, and used again afterwards', async (_, fault, counted) => {
    const [before, during, after] = [await host.mint(), await host.mint(), await host.mint()]
    expect((await (await start()).raw(before.path)).status).toBe(200)
    const server = await start()
    store.fail(fault)
    expect(await bytesOf(server, before.original)).toEqual(host.content.get(before.image))
    expect((await server.raw(during.path)).status).toBe(200)
    expect(await healthOf(server)).toBe('away')
    const text = await metricsOf(server)
    expect(text).toMatch(/^parley_picture_store_up 0$/m)
    expect(text).toMatch(new RegExp(`^parley_picture_store_faults_total\\{fault="${counted}"\\} 1$`, 'm'))
    store.fail('none')
    await until(async () => (await healthOf(server)) === 'up')
    expect((await server.raw(after.path)).status).toBe(200)
    expect((await (await start()).raw(after.path)).status).toBe(200)
    expect(host.origin.requests(after.image)).toBe(1)
  })

  it('one that is slow breaks no picture', async () => {
    const { path, original, image } = await host.mint()
    expect((await (await start()).raw(path)).status).toBe(200)
    store.fail('slow')
    expect(await bytesOf(await start(), original)).toEqual(host.content.get(image))
  })

  it('one that is away leaves each server with its host and its disk', async () => {
    const { path, image } = await host.mint()
    const server = await start()
    await store.kill()
    for (let time = 0; time < 2; time += 1) expect((await server.raw(path)).status).toBe(200)
    expect(host.origin.requests(image)).toBe(1)
    expect(await healthOf(server)).toBe('away')
    await store.restart()
    await until(async () => (await healthOf(server)) === 'up')
  })

  it('one that refuses the key breaks no picture, and the log has the reason without the secret', async () => {
    const { path } = await host.mint()
    const server = await start({ PICTURE_STORE_SECRET: 'another-secret' })
    expect((await server.raw(path)).status).toBe(200)
    expect(await healthOf(server)).toBe('away')
    expect(server.log.join('\n')).toContain('SignatureDoesNotMatch')
    expect(server.log.join('\n')).not.toContain('another-secret')
  })
})
