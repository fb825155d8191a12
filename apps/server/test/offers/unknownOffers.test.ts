import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { hintOf } from '../given/offerNumber.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

/** A real endpoint's latency. */
const chainDelayMs = 20

let market: Market
let server: TestServer
let endpoint: Server
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  endpoint = createServer(async (request, response) => {
    const body = await text(request)
    await new Promise((resolve) => setTimeout(resolve, chainDelayMs))
    const answer = await fetch(market.chain.url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    response.setHeader('content-type', 'application/json').end(await answer.text())
  })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const address = endpoint.address()
  if (address === null || typeof address === 'string') throw new Error('the endpoint has no port')
  // Production limits.
  server = await startTestServer(market, await databases.fresh(), {
    RPC_URLS: `http://127.0.0.1:${address.port}`,
    TRUSTED_PROXIES: '1',
    REQUESTS_PER_MINUTE: '1200',
    WRITES_PER_MINUTE: '60',
  })
})
afterAll(async () => {
  await server.stop()
  endpoint.close()
  await market.stop()
})

let lastHash = 0
function unknownHash(): string {
  lastHash += 1
  return `0x${lastHash.toString(16).padStart(64, 'a')}`
}

function ask(hash: string, network: string) {
  return server.raw(`/api/swap-offers/${hash}`, { headers: { 'x-forwarded-for': network } })
}

const liar = '203.0.113.1'
const visitors = 24
const asked = visitors * 3

describe('given one liar who asks for hundreds of offers that do not exist', () => {
  it('answers every honest question, and says 503 to the liar alone', async () => {
    const known = await market.offer()
    const wire = await until(() => server.offer(known))
    // Requests and records as much as a network may, always using every free slot.
    const lie = async (): Promise<readonly number[]> => {
      const statuses: number[] = []
      while (statuses.at(-1) !== 429 && honest.length < asked) statuses.push((await ask(unknownHash(), liar)).status)
      return statuses
    }
    const honest: number[] = []
    const lies = Promise.all(Array.from({ length: 100 }, lie))
    const records = Promise.all(
      Array.from({ length: 50 }, () =>
        server.raw('/api/swap-offers', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': liar },
          body: JSON.stringify({ ...hintOf(wire), offerId: unknownHash() }),
        }),
      ),
    )
    for (let visitor = 1; visitor <= visitors; visitor += 1) {
      const hashes = [unknownHash(), unknownHash(), known]
      const answers = await Promise.all(hashes.map((hash) => ask(hash, `198.51.100.${visitor}`)))
      honest.push(...answers.map(({ status }) => status))
    }
    expect(honest).toEqual(Array.from({ length: visitors }, () => [404, 404, 200]).flat())
    expect((await lies).flat()).toContain(503)
    await records
  })

  it('does not let an honest question wait behind the liar’s for the same hash', async () => {
    const hashes = Array.from({ length: 60 }, unknownHash)
    let liarsAnswers = 0
    const lies = Promise.all(hashes.map((hash) => ask(hash, '203.0.113.2').then(() => (liarsAnswers += 1))))
    const honest = await ask(hashes.at(-1) ?? '', '198.51.100.99')
    expect(honest.status).toBe(404)
    expect(liarsAnswers).toBeLessThan(40)
    await lies
  })
})
