import type { Address } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFence } from '../../src/fence.ts'
import { nameNetworks } from '../../src/http/createHttp.ts'
import { createEventStreams, type EventStream, serveLiveEvents } from '../../src/http/eventStream.ts'
import { createLiveFeed, type LiveFeed } from '../../src/live/liveFeed.ts'
import { openPage, RawClient } from '../given/rawClient.ts'
import { until } from '../given/testServer.ts'

/** As large as events get. */
const address: Address = `0x${'1'.repeat(40)}`
const event: LiveEvent = { type: 'holdings', addresses: Array.from({ length: 500 }, () => address) }

const silent = createFence(pino({ level: 'silent' }))

let app: FastifyInstance
let live: LiveFeed
let url: string
/** Streams that the server opened at `/slow`, before their greeting. */
let ungreeted: EventStream[]
beforeEach(async () => {
  live = createLiveFeed()
  app = fastify()
  nameNetworks(app, 0)
  serveLiveEvents(app, { live, indexedBlock: () => 0, chainTimeS: () => null }, silent)
  const streams = createEventStreams(app, '/slow', silent)
  ungreeted = []
  app.get('/slow', async (_request, reply) => {
    ungreeted.push(streams.open(reply, streams.enter('network')))
  })
  url = await app.listen({ port: 0 })
})
afterEach(() => app.close())

async function openSlowPage(): Promise<RawClient> {
  const slow = await RawClient.connect(url)
  slow.send('GET /api/events HTTP/1.1\r\nhost: x\r\n\r\n')
  await slow.hears('hello')
  slow.stopReading()
  return slow
}

describe('given a page that does not read its stream', () => {
  it('lets it go before what waits for it fills the memory, and tells the others', async () => {
    const slow = await openSlowPage()
    const page = await openPage(url)
    await until(async () => live.pages() === 2)
    await until(async () => {
      live.publish([event])
      return live.pages() === 1
    })
    const told = page.events.length
    live.publish([event])
    await until(async () => page.events.length > told)
    page.leave()
    slow.leave()
  })

  it('ends in order when the server stops, whatever is still published', async () => {
    const slow = await openSlowPage()
    for (let count = 0; count < 5; count += 1) live.publish([event])
    const closed = app.close()
    for (let count = 0; count < 5; count += 1) {
      await new Promise(setImmediate)
      live.publish([event])
    }
    slow.leave()
    await closed
    expect(live.pages()).toBe(0)
  })
})

describe('given a stream whose greeting is still being read', () => {
  async function open(): Promise<{ readonly stream: EventStream; readonly client: RawClient }> {
    const client = await RawClient.connect(url)
    client.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(async () => ungreeted.length > 0)
    const [stream] = ungreeted
    if (!stream) throw new Error('no stream is open')
    return { stream, client }
  }

  it('is a stream after a heartbeat in between', async () => {
    const { stream, client } = await open()
    stream.beat()
    stream.open({ type: 'hello' })
    stream.beat()
    await client.hears('data: {"type":"hello"}\n\n:\n\n')
    expect(client.received).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream/)
    client.leave()
  })

  it('says 503 where it ends before the greeting, and nothing of it follows', async () => {
    const { stream, client } = await open()
    stream.finish()
    stream.open({ type: 'hello' })
    await client.hears('retry-after: 2\r\n')
    expect(client.received).toMatch(/^HTTP\/1\.1 503 /)
    expect(client.received).not.toContain('hello')
    client.leave()
  })
})
