import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hintOf } from '../given/offerNumber.ts'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

/** Many more in the long run. */
const slowSockets = Number(process.env['SLOW_SOCKETS'] ?? 200)

let market: Market
let server: TestServer
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  server = await startTestServer(market, await databases.fresh(), {
    PUBLIC_ORIGIN: 'https://swap.example',
    CORS_ORIGINS: 'https://friend.example',
  })
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

async function openSocket(firstBytes: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(firstBytes)
  return socket
}

const openedAtOnce = 100
/**
 * How far each of them gets. Those that began something drip on; the others are silent, before a request or after
 * its answer.
 */
const begins = [
  { text: '', drips: false },
  { text: 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n', drips: false },
  { text: 'GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ', drips: true },
  {
    text: 'POST /api/swap-offers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
    drips: true,
  },
]

describe('given connections that are silent, or send headers or bodies that never end', () => {
  it(`closes ${slowSockets} of them while honest requests are answered`, async () => {
    const opened: { readonly drips: boolean; readonly socket: Socket }[] = []
    while (opened.length < slowSockets) {
      const some = Array.from({ length: openedAtOnce / begins.length }, () =>
        begins.map(async ({ text, drips }) => ({ drips, socket: await openSocket(text) })),
      )
      opened.push(...(await Promise.all(some.flat())))
      // Answered after the earlier connections were accepted: those still waiting belong to no one yet.
      expect((await server.raw('/api/config')).status).toBe(200)
    }
    // What the server says before it closes has to be taken, or its end never arrives.
    for (const { socket } of opened) socket.resume()
    const dripping = setInterval(() => {
      for (const { drips, socket } of opened) if (drips && socket.writable) socket.write('a')
    }, 500)
    try {
      const honest = await Promise.all(Array.from({ length: 20 }, () => server.raw('/api/config')))
      expect(honest.every(({ status }) => status === 200)).toBe(true)
      await until(async () => opened.every(({ socket }) => socket.closed))
    } finally {
      clearInterval(dripping)
      for (const { socket } of opened) socket.destroy()
    }
  })
})

describe('given bodies without end or measure', () => {
  it('answers 413 to a body that says a gigabyte, without reading it', async () => {
    const socket = await openSocket(
      'POST /api/swap-offers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\n\r\n',
    )
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 413/)
    socket.destroy()
  })

  it('answers 413 to a body in pieces that never ends, after 64 KiB of it', async () => {
    const socket = await openSocket(
      'POST /api/swap-offers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    const piece = `4000\r\n${'1'.repeat(0x4000)}\r\n`
    const sending = setInterval(() => socket.writable && socket.write(piece), 5)
    try {
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1.1 413/)
    } finally {
      clearInterval(sending)
      socket.destroy()
    }
  })
})

describe('given the same thing many times at once', () => {
  it('makes one row of a record that a hundred send', async () => {
    const id = await market.offer()
    const wire = await until(() => server.offer(id))
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => server.send('POST', '/api/swap-offers', hintOf(wire))),
    )
    expect(answers.filter(({ status }) => status === 200 || status === 201)).toHaveLength(100)
    const { offers } = await server.api.request('offersByUser', { params: { address: market.address('alice') } })
    expect(offers.filter(({ offerId }) => offerId === id)).toHaveLength(1)
  })

  it('changes nothing for a stranger who says that it is completed', async () => {
    const id = await market.offer()
    await until(() => server.offer(id))
    const claim = { status: 'completed', completedBy: market.address('carol') }
    expect(await server.send('PATCH', `/api/swap-offers/${id}`, claim)).toMatchObject({ status: 409 })
    expect((await server.offer(id))?.isActive).toBe(true)
  })
})

describe('given pages of other origins', () => {
  it('lets those that are configured use the API with cookies, and no others', async () => {
    const friend = await server.raw('/api/config', { headers: { origin: 'https://friend.example' } })
    expect(friend.headers.get('access-control-allow-origin')).toBe('https://friend.example')
    expect(friend.headers.get('access-control-allow-credentials')).toBe('true')
    const stranger = await server.raw('/api/config', { headers: { origin: 'https://stranger.example' } })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('says HSTS where visitors come by HTTPS', async () => {
    expect((await server.raw('/api/config')).headers.get('strict-transport-security')).toBe('max-age=63072000')
  })
})
