import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { patienceMs, startTestServer, type TestServer, until } from '../given/testServer.ts'

const started = 'http.server.request.start'
const idleMs = 100

describe('given a connection that has been idle for as long as it may', () => {
  const databases = givenDatabases('sqlite')
  let market: Market
  let server: TestServer
  let http: Server
  beforeAll(async () => {
    market = await openMarket()
    server = await startTestServer(market, await databases.fresh())
    http = await httpServerOf(server)
    http.keepAliveTimeoutBuffer = 0
  })
  afterAll(async () => {
    await server.stop()
    await market.stop()
  })

  it('answers a request that came in time, however busy the server was at the moment', async () => {
    const far = new Promise<Socket>((resolve) => http.once('connection', resolve))
    const line = await openLine(server.url)
    http.keepAliveTimeout = patienceMs
    await line.ask()
    const socket = await far
    await until(async () => socket.timeout === patienceMs)
    // Shortened only now: a stall before would end the connection rightly.
    socket.setTimeout(idleMs)
    // The request has arrived before the time is over, and the thread is busy until after it.
    const answer = line.ask()
    blockMs(5 * idleMs)
    expect(await answer).toContain('200 OK')
    line.socket.destroy()
  })

  it('closes it where nothing came', async () => {
    http.keepAliveTimeout = idleMs
    const { ask, ended } = await openLine(server.url)
    await ask()
    expect(await ended).toBe('closed')
  })
})

/** The HTTP server behind a test server, by a request that it hears. */
async function httpServerOf({ raw, url }: TestServer): Promise<Server> {
  const { promise, resolve } = Promise.withResolvers<Server>()
  const hear = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('server' in message)) return
    const { server } = message
    const address = server instanceof Server ? server.address() : null
    if (server instanceof Server && typeof address === 'object' && String(address?.port) === new URL(url).port)
      resolve(server)
  }
  subscribe(started, hear)
  await raw('/api/config')
  const found = await promise
  unsubscribe(started, hear)
  return found
}

async function openLine(url: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  socket.on('error', (error) => end(error.message))
  socket.on('close', () => end('closed'))
  const ask = (): Promise<string> => {
    const answer = new Promise<string>((resolve) => {
      let text = ''
      const hear = (chunk: Buffer): void => {
        text += chunk.toString()
        if (!text.endsWith('\r\n0\r\n\r\n') && !isWhole(text)) return
        socket.off('data', hear)
        resolve(text)
      }
      socket.on('data', hear)
    })
    socket.write(`GET /api/config HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`)
    return Promise.race([answer, ended])
  }
  return { socket, ask, ended }
}

function isWhole(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n')
  const [, length] = /content-length: (\d+)/i.exec(head) ?? []
  return length !== undefined && body !== undefined && Buffer.byteLength(body) >= Number(length)
}

function blockMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
