import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedPath } from '../../src/images/createImgproxy.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'
import { openPictureHost, type PictureHost, square } from './pictureHost.ts'
import { type Origin, startOrigin } from './startOrigin.ts'

// Of imgproxy's own examples (examples/signature.*).
const key = '943b421c9eb07c830af81030552c86009268de4e532ba2ee2eab8247c6da0881'
const salt = '520f986b998545b4785e0defbc4f3c1203f22de2374a3d53cb7a7fe9fea309c5'

describe('given the key, salt and path of the examples that imgproxy publishes', () => {
  it('signs as they do', () => {
    const path = '/fill/300/300/no/1/aHR0cDovL2ltZy5leGFtcGxlLmNvbS9wcmV0dHkvaW1hZ2UuanBn.png'
    expect(signedPath({ key: Buffer.from(key, 'hex'), salt: Buffer.from(salt, 'hex') }, path)).toBe(
      `/_PQ4ytCQMMp-1w1m_vP6g8Qb-Q7yF9mwghf6PddqxLw${path}`,
    )
  })
})

/** What a stand-in for imgproxy does with a request that it has checked. There is no imgproxy in Debian or on npm. */
type Answer = 'scale' | 'refuse' | 'fail' | 'page' | 'endless'

interface StandIn extends Origin {
  /** The sources of signed requests, in order. */
  readonly sources: readonly string[]
  /** Paths of tiles that it was asked for, whether or not it took the signature. */
  readonly asked: readonly string[]
  set(answer: Answer): void
}

async function startStandIn(allowedSource: () => string): Promise<StandIn> {
  const sources: string[] = []
  const asked: string[] = []
  let answer: Answer = 'scale'
  const origin = await startOrigin(({ url = '' }, response) => {
    const isWell = answer === 'scale' || answer === 'refuse'
    if (url === '/health') return void response.writeHead(isWell ? 200 : 500).end('imgproxy is running')
    asked.push(url)
    const [, signature, path = ''] = /^\/([^/]+)(\/.*)$/.exec(url) ?? []
    const wanted = createHmac('sha256', Buffer.from(key, 'hex')).update(Buffer.from(salt, 'hex')).update(path)
    if (wanted.digest('base64url') !== signature) return void response.writeHead(403).end('Forbidden')
    const [, size = '', encoded = ''] = /^\/rs:fit:(\d+):\1:0\/q:75(?:\/mb:10000)?\/([\w-]+)\.webp$/.exec(path) ?? []
    const source = Buffer.from(encoded, 'base64url').toString()
    sources.push(source)
    if (!source.startsWith(allowedSource())) return void response.writeHead(404).end('Source URL is not allowed')
    if (answer === 'refuse') return void response.writeHead(422).end('Broken or unsupported image')
    if (answer === 'fail') return void response.writeHead(500).end('Internal error')
    if (answer === 'page') return void response.end('<html>not a tile</html>')
    if (answer === 'endless') return void response.end(Buffer.alloc(9 * 1024 * 1024))
    scale(source, Number(size)).then(
      (tile) => response.writeHead(200, { 'content-type': 'image/webp' }).end(tile),
      () => response.writeHead(404).end('Source image is unreachable'),
    )
  })
  return { ...origin, sources, asked, set: (next) => (answer = next) }
}

async function scale(source: string, size: number): Promise<Buffer> {
  const response = await fetch(source)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return sharp(await response.arrayBuffer())
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
}

const databases = givenDatabases('sqlite')
const folder = givenFolder()
let host: PictureHost
let imgproxy: StandIn
/** Where imgproxy reaches the server, whose port isn't known before it starts. */
let balancer: Origin
let server: TestServer
beforeAll(async () => {
  host = await openPictureHost(folder)
  balancer = await startOrigin((request, response) => {
    fetch(server.url + request.url).then(
      async (answer) => response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())),
      () => response.destroy(),
    )
  })
})
beforeEach(async () => {
  imgproxy = await startStandIn(() => `${balancer.url}/api/nft/`)
  server = await start()
})
afterEach(async () => {
  await server.stop()
  await imgproxy.stop()
})
afterAll(async () => {
  await balancer.stop()
  await host.stop()
})

async function start(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  return startTestServer(host.market, await databases.fresh(), {
    ...host.settings,
    IMGPROXY_URL: imgproxy.url,
    IMGPROXY_KEY: key,
    IMGPROXY_SALT: salt,
    IMGPROXY_SOURCE_URL: balancer.url,
    ...env,
  })
}

const metrics = async () => String((await server.raw('/metrics')).body['text'])
const madeBy = async () => {
  const text = await metrics()
  const count = (by: string) =>
    Number(new RegExp(`^parley_picture_tiles_total\\{engine="${by}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  return { imgproxy: count('imgproxy'), worker: count('worker') }
}
const health = async () => (await server.raw('/health')).body['imgproxy']
const tile = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, picture: Buffer.from(await response.arrayBuffer()) }
}

describe('given an imgproxy', () => {
  it('scales a picture, and gets it from this server alone', async () => {
    const { path, image } = await host.mint()
    host.content.set(image, await square({ r: 9, g: 9, b: 9 }, 900))
    for (const [size, px] of [
      ['256', 256],
      ['512', 512],
    ]) {
      const { status, picture } = await tile(`${path}?size=${size}`)
      expect(status).toBe(200)
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: px, height: px })
    }
    expect(await madeBy()).toEqual({ imgproxy: 2, worker: 0 })
    expect(imgproxy.sources).toHaveLength(2)
    for (const source of imgproxy.sources) expect(source.startsWith(`${balancer.url}${path}?size=original&`)).toBe(true)
    expect(host.origin.requests(image)).toBe(1)
    expect(await health()).toBe('up')
  })

  it('never hears of a picture at an address that this server refuses', async () => {
    const { path, image } = await host.mint()
    const secret = 'http://169.254.169.254/latest/meta-data/'
    host.content.set(image.replace('.png', '.json'), JSON.stringify({ name: 'A thief', image: secret }))
    expect((await server.raw(path)).status).toBe(204)
    expect(imgproxy.asked).toEqual([])
  })

  it('drawings stay with the workers', async () => {
    const { path, image } = await host.mint()
    host.content.set(
      image,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    expect((await tile(path)).status).toBe(200)
    expect(imgproxy.asked).toEqual([])
    expect(await madeBy()).toEqual({ imgproxy: 0, worker: 1 })
  })

  it("gets the originals of all visitors' pictures, though it is one address with one allowance", async () => {
    await server.stop()
    server = await start({ REQUESTS_PER_MINUTE: '5', TRUSTED_PROXIES: '1' })
    const visitor = (number: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${number}` } })
    for (let count = 0; count < 8; count += 1)
      expect((await server.raw((await host.mint()).path, visitor(count))).status).toBe(200)
    const plain: number[] = []
    for (let count = 0; count < 6; count += 1) plain.push((await server.raw('/health', visitor(99))).status)
    expect(plain).toEqual([200, 200, 200, 200, 200, 429])
    expect(await madeBy()).toEqual({ imgproxy: 8, worker: 0 })
  })

  it('gets no other original than the one that it has to scale', async () => {
    const { path } = await host.mint()
    expect((await tile(path)).status).toBe(200)
    const source = (imgproxy.sources[0] ?? '').slice(balancer.url.length)
    const { image } = await host.mint()
    await server.stop()
    // The same NFT with another picture, at a server whose disk is empty.
    host.content.set(path.replace(/^.*\/(\d+)\/image$/, '/$1.png'), host.content.get(image) ?? '')
    server = await start()
    expect((await server.raw(source)).status).toBe(404)
  })
})

describe('given an imgproxy that is of no use', () => {
  it('a worker scales a picture that it cannot decode, and it is asked for the next one', async () => {
    imgproxy.set('refuse')
    expect((await tile((await host.mint()).path)).status).toBe(200)
    expect(await health()).toBe('up')
    imgproxy.set('scale')
    expect((await tile((await host.mint()).path)).status).toBe(200)
    expect(await madeBy()).toEqual({ imgproxy: 1, worker: 1 })
  })

  it.each(['fail', 'page', 'endless'] as const)(
    'workers scale while it answers with what is no tile (%s), and it does again afterwards',
    async (answer) => {
      imgproxy.set(answer)
      for (let count = 0; count < 2; count += 1) expect((await tile((await host.mint()).path)).status).toBe(200)
      expect(imgproxy.asked).toHaveLength(1)
      expect(await health()).toBe('away')
      expect(await madeBy()).toEqual({ imgproxy: 0, worker: 2 })
      const text = await metrics()
      expect(text).toMatch(/^parley_imgproxy_up 0$/m)
      expect(text).toMatch(/^parley_imgproxy_faults_total 1$/m)
      imgproxy.set('scale')
      await until(async () => (await health()) === 'up')
      expect((await tile((await host.mint()).path)).status).toBe(200)
      expect(await madeBy()).toEqual({ imgproxy: 1, worker: 2 })
    },
  )

  it('workers scale where the key is another, or nothing listens', async () => {
    await server.stop()
    server = await start({ IMGPROXY_KEY: salt })
    expect((await tile((await host.mint()).path)).status).toBe(200)
    expect(imgproxy.sources).toEqual([])
    await server.stop()
    server = await start({ IMGPROXY_URL: 'http://127.0.0.1:1' })
    expect((await tile((await host.mint()).path)).status).toBe(200)
    expect(await madeBy()).toEqual({ imgproxy: 0, worker: 1 })
  })
})
