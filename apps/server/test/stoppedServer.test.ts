import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFence } from '../src/fence.ts'
import { closeConnectionsInTheEnd } from '../src/http/createHttp.ts'
import { createEventStreams } from '../src/http/eventStream.ts'
import { engines, givenDatabases } from './given/engines.ts'
import { type Market, openMarket } from './given/market.ts'
import { RawClient } from './given/rawClient.ts'
import { startTestServer, until } from './given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe.each(engines)('given a server that was stopped, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('leaves nothing of itself in memory, while its successor tells the same metrics', async () => {
    const database = await databases.fresh()
    /** @returns a part of it that most others lead to. */
    const serve = async () => {
      const server = await startTestServer(market, database)
      const { body } = await server.raw('/metrics')
      await server.stop()
      return { part: new WeakRef(server.voice), text: String(body['text']) }
    }
    const first = await serve()
    const second = await serve()
    const names = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    expect(names(second.text)).toEqual(names(first.text))
    expect(names(first.text)).toContain('parley_nodejs_gc_duration_seconds')
    await until(async () => {
      collectGarbage()
      return first.part.deref() === undefined
    })
  })
})

describe('given a server that begins to stop', () => {
  const databases = givenDatabases('sqlite')

  it('answers the request that has begun, and ends its connection with the answer', async () => {
    const server = await startTestServer(market, await databases.fresh())
    const client = await RawClient.connect(server.url)
    const head = ['POST /api/session/nonce HTTP/1.1', 'host: localhost', 'content-type: application/json']
    client.send([...head, 'content-length: 2', 'expect: 100-continue', '', ''].join('\r\n'))
    await client.hears('100 Continue')
    const stopping = server.stop()
    const isListening = () =>
      RawClient.connect(server.url).then(
        (other) => (other.leave(), true),
        () => false,
      )
    await until(async () => !(await isListening()))
    client.send('{}')
    await client.hears('\r\n\r\n{')
    expect(client.received.toLowerCase()).toContain('\r\nconnection: close\r\n')
    await client.gone()
    await stopping
  })

  it('answers a request that a proxy sends on a connection that it keeps', async () => {
    const server = await startTestServer(market, await databases.fresh())
    const [slow, client] = [await RawClient.connect(server.url), await RawClient.connect(server.url)]
    const head = ['POST /api/session/nonce HTTP/1.1', 'host: localhost', 'content-type: application/json']
    slow.send([...head, 'content-length: 2', 'expect: 100-continue', '', ''].join('\r\n'))
    await slow.hears('100 Continue')
    client.send('GET /api/config HTTP/1.1\r\nhost: localhost\r\n')
    const stopping = server.stop()
    await until(() =>
      RawClient.connect(server.url).then(
        (other) => (other.leave(), false),
        () => true,
      ),
    )
    client.send('\r\n')
    await client.hears('HTTP/1.1 200')
    slow.send('{}')
    await stopping
  })

  it('closes a connection whose answer ends after the server began to close', async () => {
    // Longer than any test: only the closing server ends the connection.
    const app = fastify({ keepAliveTimeout: 3_600_000 })
    closeConnectionsInTheEnd(app)
    const answer = new Readable({ read: () => undefined })
    app.get('/', (_request, reply) => reply.send(answer))
    const client = await RawClient.connect(await app.listen({ port: 0 }))
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    answer.push('begun')
    await client.hears('begun')
    const closed = app.close()
    await until(async () => !app.server.listening)
    answer.push(null)
    await client.gone()
    await closed
  })

  it('closes a connection that a browser opened in advance, and sent nothing on', async () => {
    const app = fastify({ connectionTimeout: 3_600_000 })
    closeConnectionsInTheEnd(app)
    const client = await RawClient.connect(await app.listen({ port: 0 }))
    await until(async () => (await connectionsOf(app)) === 1)
    const closed = app.close()
    await client.gone()
    await closed
  })

  it.each([
    ['headers', 1, 'GET /slow HTTP/1.1\r\nhost: x\r\n', 'a: b\r\n'],
    ['a body', 2, 'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 100000\r\n\r\n', 'a'],
  ])(
    'closes a connection on which %s trickles without end, and still answers what was there',
    async (_, requests, head, drop) => {
      const app = fastify({ connectionTimeout: 3_600_000, requestTimeout: 3_600_000 })
      closeConnectionsInTheEnd(app)
      const cut = Promise.withResolvers<void>()
      let heard = 0
      app.server.on('request', () => (heard += 1))
      app.get('/late', () => cut.promise.then(() => 'answered'))
      app.post('/slow', () => 'never')
      const url = await app.listen({ port: 0 })
      const [trickler, patient] = [await RawClient.connect(url), await RawClient.connect(url)]
      patient.send('GET /late HTTP/1.1\r\nhost: x\r\n\r\n')
      trickler.send(head)
      const trickle = setInterval(() => trickler.send(drop), 20)
      await until(async () => heard === requests && (await connectionsOf(app)) === 2)
      const closed = app.close()
      await trickler.gone()
      clearInterval(trickle)
      cut.resolve()
      await patient.hears('answered')
      await patient.gone()
      await closed
    },
  )

  it('ends a stream that opens while the server closes', async () => {
    const app = fastify()
    const streams = createEventStreams(app, '/stream', createFence(pino({ level: 'silent' })))
    const asked = Promise.withResolvers<void>()
    const found = Promise.withResolvers<void>()
    app.get('/stream', async (_request, reply) => {
      asked.resolve()
      await found.promise
      streams.open(reply, streams.enter('network')).open({ type: 'hello' })
    })
    const client = await RawClient.connect(await app.listen({ port: 0 }))
    client.send('GET /stream HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await asked.promise
    const closed = app.close()
    await until(async () => !app.server.listening)
    found.resolve()
    await client.gone()
    await closed
    expect(streams.count()).toBe(0)
  })
})

function connectionsOf({ server }: FastifyInstance): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}
