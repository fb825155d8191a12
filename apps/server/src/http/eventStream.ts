import { liveEventsPath, liveEventsQuery } from '@parley/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Fence, Guest } from '../fence.ts'
import { Occupancy } from '../limits/occupancy.ts'
import type { LiveFeed, NumberedEvent } from '../live/liveFeed.ts'
import { parseInput } from './bindRoutes.ts'
import { HttpError } from './httpError.ts'

const heartbeatMs = 15_000
const maxStreams = 10_000
const maxStreamsPerNetwork = 50
/** Bytes that may wait for a slow page before it is disconnected. It reconnects and refetches. */
export const maxWaitingBytes = 256 * 1024
const reconnectMs = 2_000

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const

/** Opens the streams of one path: counts them, keeps them alive, and ends them with the server. */
export interface EventStreams {
  /** Takes a place among the streams. @throws {HttpError} 429 where there is none left. */
  enter(network: string): () => void
  /** Makes the answer to a request a stream. `leave` gives its place back when it ends. */
  open(reply: FastifyReply, leave: () => void): EventStream
  count(): number
}

export function createEventStreams(app: FastifyInstance, path: string, fence: Fence): EventStreams {
  const streams = new Set<EventStream>()
  const places = new Occupancy({ total: maxStreams, perNetwork: maxStreamsPerNetwork })
  // Says that a stream may be had here, and opens none.
  app.head(path, (_request, reply) => reply.headers(streamHeaders).send())
  const heartbeat = setInterval(() => {
    for (const stream of streams) fence.run('stream', stream, () => stream.beat())
  }, heartbeatMs).unref()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(heartbeat)
    for (const stream of streams) stream.finish()
  })
  return {
    enter(network) {
      const leave = places.enter(network)
      if (!leave) throw new HttpError(429, 'too many open pages', { retryAfterS: 30 })
      return leave
    },
    open(reply, leave) {
      const stream = new EventStream(reply)
      streams.add(stream)
      stream.onClose(
        fence.around('stream', stream, () => {
          leave()
          streams.delete(stream)
        }),
      )
      // Its request was being answered when the server began to close.
      if (isClosing) stream.finish()
      return stream
    },
    count: () => streams.size,
  }
}

/** One page's stream of server-sent events. */
export class EventStream implements Guest {
  readonly #reply: FastifyReply
  #isFinished = false

  constructor(reply: FastifyReply) {
    this.#reply = reply
    reply.hijack()
    // The client of a late write is gone.
    reply.raw.on('error', () => this.end())
  }

  open(greeting: object): void {
    if (this.#isFinished) return
    const { raw } = this.#reply
    // A hijacked reply does not send what the hooks have set.
    for (const [name, value] of Object.entries(this.#reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    // Each event is one write this way, and not one of a length, the event and a line break. The connection ends with the stream.
    raw.useChunkedEncodingByDefault = false
    raw.writeHead(200, streamHeaders)
    this.#write(`retry: ${reconnectMs}\n\n${streamMessage(greeting)}`)
  }

  tell(event: object): void {
    this.#write(streamMessage(event))
  }

  send(message: StreamMessage): void {
    this.#write(message)
  }

  /** Not before the greeting: a first write sends the headers, which would be none of a stream. */
  beat(): void {
    if (this.#reply.raw.headersSent) this.#write(':\n\n')
  }

  /** Calls at once where the page has gone away already. */
  onClose(listener: () => void): void {
    const { raw } = this.#reply
    if (raw.destroyed) listener()
    else raw.on('close', listener)
  }

  /** Lets what was written arrive. Before the greeting, the answer is a 503, and the page reconnects. */
  finish(): void {
    this.#isFinished = true
    const { raw } = this.#reply
    if (!raw.headersSent) raw.writeHead(503, { 'retry-after': String(reconnectMs / 1000) })
    raw.end()
  }

  end(): void {
    this.#isFinished = true
    this.#reply.raw.destroy()
  }

  #write(text: string): void {
    if (this.#isFinished) return
    const { raw } = this.#reply
    raw.write(text)
    if (raw.writableLength > maxWaitingBytes) this.end()
  }
}

/** An event as it travels. */
export type StreamMessage = `${'' | `id: ${number}\n`}data: ${string}\n\n`

export function streamMessage(event: object, id?: number): StreamMessage {
  const data = `data: ${JSON.stringify(event)}\n\n` as const
  return id === undefined ? data : `id: ${id}\n${data}`
}

export interface LiveSource {
  readonly live: LiveFeed
  /** The last indexed block. */
  indexedBlock(): number
  /** Chain time of the newest block, in unix seconds; null before the first. */
  chainTimeS(): number | null
}

/** `GET /api/events`: streams indexed changes to open pages. A page may name the topics that it is about. */
export function serveLiveEvents(
  app: FastifyInstance,
  { live, indexedBlock, chainTimeS }: LiveSource,
  fence: Fence,
): void {
  const streams = createEventStreams(app, liveEventsPath, fence)
  const messageOf = createMessageWriter()
  app.get(liveEventsPath, (request, reply) => {
    const { about } = parseInput(liveEventsQuery, request.query)
    const topics = about === undefined ? null : new Set(about.toLowerCase().split(',').filter(Boolean))
    const stream = streams.open(reply, streams.enter(request.network))
    const unsubscribe = live.follow(
      fence.around('stream', stream, (numbered) => stream.send(messageOf(numbered))),
      topics,
    )
    stream.onClose(fence.around('stream', stream, unsubscribe))
    const timestamp = chainTimeS()
    fence.run('stream', stream, () =>
      stream.open({
        type: 'hello',
        indexedBlock: indexedBlock(),
        ...(timestamp !== null && { timestamp }),
        ...(topics !== null && { changed: live.changedLately(topics) }),
      }),
    )
  })
}

/** Writes an event once for all pages in a row that get it. */
function createMessageWriter(): (numbered: NumberedEvent) => StreamMessage {
  let last: { readonly numbered: NumberedEvent; readonly message: StreamMessage } | null = null
  return (numbered) => {
    if (last?.numbered !== numbered) last = { numbered, message: streamMessage(numbered.event, numbered.id) }
    return last.message
  }
}
