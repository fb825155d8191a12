import { get } from 'node:http'
import { allRoutes } from '@parley/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { RawClient } from '../given/rawClient.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
let server: TestServer
const started: TestServer[] = []
const clients: RawClient[] = []
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  server = await start({ TRUSTED_PROXIES: '1' })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.leave()
})
afterAll(async () => {
  for (const one of started) await one.stop()
  await market.stop()
})

async function start(env: Readonly<Record<string, string>>): Promise<TestServer> {
  const one = await startTestServer(market, await databases.fresh(), env)
  started.push(one)
  return one
}

async function connect(url: string, from?: string): Promise<RawClient> {
  const client = await RawClient.connect(url, from)
  clients.push(client)
  return client
}

const plain = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const answersOf = (client: RawClient) => client.received.split('HTTP/1.1 ').length - 1

/** Opens a live stream for a visitor from this address. @returns its status, and what ends it. */
function openStream(address: string): Promise<{ status: number; leave(): void }> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${server.url}/api/events`,
      { headers: { 'x-forwarded-for': address }, agent: false },
      (response) => {
        response.on('error', () => undefined).resume()
        resolve({ status: response.statusCode ?? 0, leave: () => request.destroy() })
      },
    )
    request.on('error', reject)
  })
}

describe('given 1,100 live streams of one IPv6 /64', () => {
  it('opens fifty, refuses the others, and still has room for other clients', async () => {
    const streams: Awaited<ReturnType<typeof openStream>>[] = []
    // A few at a time: a busy machine has to take each in before its request times out.
    while (streams.length < 1_100) {
      const some = Array.from({ length: 50 }, (_, at) =>
        openStream(`2001:db8:0:1::${(streams.length + at).toString(16)}`),
      )
      streams.push(...(await Promise.all(some)))
    }
    try {
      expect(streams.filter(({ status }) => status === 200)).toHaveLength(50)
      expect(streams.filter(({ status }) => status === 429)).toHaveLength(1_050)
      const neighbour = await openStream('2001:db8:0:2::1')
      expect(neighbour.status).toBe(200)
      neighbour.leave()
    } finally {
      for (const { leave } of streams) leave()
    }
  })
})

describe('given requests that go on before the last was answered', () => {
  it('ends a connection that has more than a few of them', async () => {
    const client = await connect(server.url)
    client.send(plain('/api/config').repeat(1_000))
    await client.gone()
    expect(answersOf(client)).toBeLessThanOrEqual(8)
  })

  it('ends a connection that piles them up behind a live stream', async () => {
    const client = await connect(server.url)
    client.send(plain('/api/events') + plain('/api/config').repeat(100))
    await client.gone()
    expect(client.received).not.toContain('chainId')
  })

  it('answers a few of them in order', async () => {
    const client = await connect(server.url)
    client.send(plain('/api/config') + plain('/api/nothing') + plain('/api/config'))
    await until(async () => answersOf(client) === 3)
    expect(client.received).toMatch(/^HTTP\/1.1 200[^]+HTTP\/1.1 404[^]+HTTP\/1.1 200/)
  })
})

describe('given more connections of one network than it may send requests a minute', () => {
  it('closes those beyond, and takes those of another network', async () => {
    const small = await start({ REQUESTS_PER_MINUTE: '20' })
    const idle = await Promise.all(Array.from({ length: 40 }, () => connect(small.url)))
    await until(async () => idle.filter(({ closed }) => closed).length === 20)
    const other = await connect(small.url, '127.0.0.2')
    other.send(plain('/api/config'))
    await other.hears('HTTP/1.1 200')
    idle.find(({ closed }) => !closed)?.leave()
    await until(async () => {
      const next = await connect(small.url)
      next.send(plain('/api/config'))
      return await next.hears('HTTP/1.1 200').then(
        () => true,
        () => false,
      )
    })
  })
})

describe('given HEAD and OPTIONS', () => {
  const values: Readonly<Record<string, string>> = {
    offerId: `0x${'1'.repeat(64)}`,
    address: `0x${'1'.repeat(40)}`,
    contract: `0x${'1'.repeat(40)}`,
    tokenId: '1',
    roomId: 'parley-global',
  }
  const paths = [
    ...new Set([
      ...Object.values(allRoutes).map(({ path }) =>
        path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? name),
      ),
      '/',
      '/api/events',
      '/api/openapi.json',
      '/metrics',
      '/nothing.js',
      '/p2p/nothing',
      '/socket.io/',
      `/api/swap-offers/${values['offerId']}/picture.png`,
      `/api/nft/${values['contract']}/1/image`,
    ]),
  ]

  it.each(paths)('answers both at %s, without a body for HEAD', async (path) => {
    for (const method of ['HEAD', 'OPTIONS']) {
      const { status, body } = await server.raw(path, { method })
      expect(status).toBeLessThan(500)
      if (method === 'HEAD') expect(body).toEqual({ text: '' })
    }
  })

  it('says by HEAD that live streams are had, and opens none', async () => {
    const pages = async () => /^parley_live_pages \d+$/m.exec(String((await server.raw('/metrics')).body['text']))?.[0]
    await until(async () => (await pages()) === 'parley_live_pages 0')
    const before = await pages()
    const head = await server.raw('/api/events', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toContain('text/event-stream')
    expect(await pages()).toBe(before)
  })
})
