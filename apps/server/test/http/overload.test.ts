import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerErrors } from '../../src/http/httpError.ts'
import { nameNetworks } from '../../src/http/createHttp.ts'
import { shedLoad } from '../../src/http/requestLimits.ts'
import { RawClient } from '../given/rawClient.ts'
import { until } from '../given/testServer.ts'

/** Larger than the socket buffer of a client that doesn't read. */
const large = Buffer.alloc(32 * 1024 ** 2)
/** Production limits. */
const limits = { requestsPerMinute: 1_200, requestsAtOnce: 1_000 }

let app: FastifyInstance
let url: string
let underWay = 0
let finish = Promise.withResolvers<void>()
const clients: RawClient[] = []
beforeEach(async () => {
  finish = Promise.withResolvers()
  underWay = 0
  app = fastify()
  answerErrors(app)
  nameNetworks(app, 1)
  shedLoad(app, limits)
  app.get('/', async () => 'well')
  app.get('/alive', async () => 'well')
  app.get('/large', async () => large)
  app.post('/slow', async () => {
    underWay += 1
    await finish.promise
    return 'done'
  })
  url = await app.listen({ port: 0 })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.leave()
  await app.close()
})

async function send(text: string): Promise<RawClient> {
  const client = await RawClient.connect(url)
  clients.push(client)
  client.send(text)
  return client
}

async function statusFor(network: string): Promise<number> {
  const { status } = await fetch(url, { headers: { 'x-forwarded-for': network } })
  return status
}

describe('given clients that send a request and go away before its answer', () => {
  it('counts none of them for longer than they are there', async () => {
    // More than the limit of concurrent requests.
    for (let round = 1; round <= 11; round += 1) {
      const network = `203.0.113.${round}`
      const head = `POST /slow HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${network}\r\ncontent-type: application/json\r\n`
      const some = await Promise.all(Array.from({ length: 100 }, () => send(`${head}content-length: 2\r\n\r\n{}`)))
      await until(async () => underWay === round * 100)
      for (const client of some) await client.reset()
      await until(async () => (await statusFor(network)) === 200)
    }
    finish.resolve()
    expect(await statusFor('198.51.100.1')).toBe(200)
  })
})

describe('given a server with as much to do as it takes', () => {
  it('refuses visitors, and answers what asks whether it is alive', async () => {
    const head = 'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n'
    for (let network = 1; network <= 10; network += 1)
      await Promise.all(
        Array.from({ length: 100 }, () => send(`${head}x-forwarded-for: 203.0.113.${network}\r\n\r\n{}`)),
      )
    await until(async () => underWay === limits.requestsAtOnce)
    expect(await statusFor('198.51.100.1')).toBe(503)
    for (let times = 0; times < 200; times += 1) expect((await fetch(new URL('/alive', url))).status).toBe(200)
    finish.resolve()
  })
})

describe('given clients of one network that do not read their answers', () => {
  it('gives them a tenth of the server and serves everyone else', async () => {
    for (let count = 0; count < 100; count += 1) {
      const client = await send('GET /large HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\n\r\n')
      client.stopReading()
    }
    await until(async () => (await statusFor('203.0.113.1')) === 429)
    expect(await statusFor('198.51.100.1')).toBe(200)
    clients.shift()?.leave()
    await until(async () => (await statusFor('203.0.113.1')) === 200)
  })
})
