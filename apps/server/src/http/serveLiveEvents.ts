import { liveEventsPath, type LiveEvent } from '@parley/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LiveFeed } from '../live/liveFeed.ts'
import { HttpError } from './httpError.ts'

const heartbeatMs = 15_000
const maxClients = 10_000
const maxClientsPerAddress = 50
/** What may wait for a page that reads too slowly before it is let go; it comes back and reads everything again. */
const maxWaitingBytes = 256 * 1024
const reconnectMs = 2_000

export interface LiveSource {
  readonly live: LiveFeed
  /** The block that the index stands at. */
  indexedBlock(): number
}

/** `GET /api/events`: what was indexed, as it happens, for open pages. */
export function serveLiveEvents(app: FastifyInstance, { live, indexedBlock }: LiveSource): void {
  const clients = new Set<FastifyReply>()
  const perAddress = new Map<string, number>()
  app.get(liveEventsPath, (request, reply) => {
    const already = perAddress.get(request.ip) ?? 0
    if (clients.size >= maxClients || already >= maxClientsPerAddress) {
      throw new HttpError(429, 'too many open pages', { retryAfterS: 30 })
    }
    clients.add(reply)
    perAddress.set(request.ip, already + 1)
    const endStream = stream(reply, live, indexedBlock())
    reply.raw.on('close', () => {
      endStream()
      clients.delete(reply)
      const left = (perAddress.get(request.ip) ?? 1) - 1
      if (left > 0) perAddress.set(request.ip, left)
      else perAddress.delete(request.ip)
    })
  })
  app.addHook('preClose', async () => {
    for (const reply of clients) reply.raw.end()
  })
}

/** Starts a stream. @returns what ends it. */
function stream(reply: FastifyReply, live: LiveFeed, indexedBlock: number): () => void {
  reply.hijack()
  const { raw } = reply
  // A hijacked reply does not send what the hooks have set.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const write = (text: string) => {
    raw.write(text)
    if (raw.writableLength > maxWaitingBytes) raw.destroy()
  }
  write(`retry: ${reconnectMs}\n\n${data({ type: 'hello', indexedBlock })}`)
  const unsubscribe = live.follow(({ id, event }) => write(`id: ${id}\n${data(event)}`))
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs)
  return () => {
    unsubscribe()
    clearInterval(heartbeat)
  }
}

function data(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
