import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Fence } from '../fence.ts'
import { networkOf } from '../limits/occupancy.ts'
import { minuteMs, type WindowCounts } from '../limits/sharedLimits.ts'
import { type CachedResponse, hasTag, type ReadyResponse, type ResponseCache } from './responseCache.ts'

/** What the database has for a URL, read at once. Null for what needs more than that. */
export type AnswerNow = (
  url: string,
) => { readonly body: string; readonly about: string; readonly route: string } | null

/** What a session's wallet alone may read, if all of it is in memory. Null for what needs more than that, or is refused. */
export type AnswerMember = (url: string, headers: IncomingHttpHeaders) => ReadyResponse | null

interface ReadyParts {
  readonly cache: ResponseCache
  /** Null where the database can't be read at once. */
  readonly answerNow: AnswerNow | null
  readonly answerMember: AnswerMember
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>
  readonly windows: WindowCounts
  readonly requestsPerMinute: number
  readonly trustedProxies: number
  /** Whether the server has too much to do. */
  readonly isFull: () => boolean
  readonly fence: Fence
  readonly log: FastifyBaseLogger
  readonly onAnswered: (route: string, status: number, seconds: number) => void
}

/**
 * Answers what the cache has, or one read finds, before the framework sees the request: that takes longer than all the rest.
 * Such an answer has the headers of the framework's, counts against the same limit and in the same metrics. Whatever is not
 * plain (a limit that is reached, a client that doesn't read, a body, the server's end) goes the ordinary way.
 */
export function answerReady(app: FastifyInstance, parts: ReadyParts): void {
  const { fence } = parts
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const answer = readyAnswer(parts)
  const ordinary = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A fault in it ends this visitor's connection, so no answer is needed.
    let isDone = true
    fence.run('connection', { end: () => request.socket.destroy() }, () => {
      isDone = !isClosing && answer(request, response)
    })
    if (!isDone) for (const listener of ordinary) Reflect.apply(listener, app.server, [request, response])
  })
}

function readyAnswer(parts: ReadyParts): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { windows, requestsPerMinute, trustedProxies, isFull, log, onAnswered } = parts
  const always = Object.entries(parts.headers).flat()
  return (request, response) => {
    const { url = '', headers } = request
    if (request.method !== 'GET') return false
    const isOffers = url.startsWith(offersHere)
    const isMembers = !isOffers && url.startsWith(membersHere)
    if (!(isOffers || isMembers) || !isPlain(request, response) || isFull()) return false
    const ready = isOffers ? (parts.cache.get(url) ?? readNow(parts, url)) : memberNow(parts, url, headers)
    if (!ready) return false
    const startedMs = performance.now()
    const limit = { max: requestsPerMinute, windowMs: minuteMs }
    const { current, ttl } = windows.count(requestsKey(networkOf(request, trustedProxies)), limit)
    if (current > requestsPerMinute) return false
    const id = randomUUID()
    const isKnown = ready.etag !== null && hasTag(headers['if-none-match'], ready.etag)
    const own = ownHeaders(ready, isMembers ? 'no-store' : 'no-cache')
    const all = [...always, 'x-request-id', id, ...limitHeaders(requestsPerMinute, current, ttl), ...own]
    const status = isKnown ? 304 : 200
    if (isKnown) response.writeHead(status, all).end()
    else
      response.writeHead(status, [...all, 'content-length', String(ready.bodyBytes)]).end(ready.body, encodingOf(ready))
    const ms = performance.now() - startedMs
    onAnswered(ready.route, status, ms / 1000)
    log.debug({ reqId: id, method: 'GET', route: ready.route, status, ms: Math.round(ms) }, 'answered')
    return true
  }
}

/** The only answers that are cached or read at once, and those of sessions that are ready. */
const offersHere = '/api/swap-offers/'
const membersHere = '/api/inbox?'

function readNow({ cache, answerNow }: ReadyParts, url: string): CachedResponse | null {
  try {
    const found = answerNow?.(url)
    if (!found) return null
    const { body, about, route } = found
    return cache.set(url, body, { route, about, version: cache.version() })
  } catch {
    // A database that fails: the framework has the words for it.
    return null
  }
}

function memberNow({ answerMember }: ReadyParts, url: string, headers: IncomingHttpHeaders): ReadyResponse | null {
  try {
    return answerMember(url, headers)
  } catch {
    // Likewise: thrown from here, it would end the connection without a word.
    return null
  }
}

/** The same bytes, where each character is one: without looking for longer ones. */
function encodingOf({ body, bodyBytes }: ReadyResponse): BufferEncoding {
  return body.length === bodyBytes ? 'latin1' : 'utf8'
}

/** What a network's requests are counted by, whichever way they are answered. */
export function requestsKey(network: string): string {
  return `requests ${network}`
}

/** Its connection is idle, the client reads, and there is no body. */
function isPlain({ headers }: IncomingMessage, { socket }: ServerResponse): boolean {
  if (socket === null || socket.writableLength > 0) return false
  return (
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}

function limitHeaders(limit: number, current: number, ttlMs: number): string[] {
  const [remaining, reset] = [Math.max(0, limit - current), Math.ceil(ttlMs / 1000)]
  return [
    'x-ratelimit-limit',
    String(limit),
    'x-ratelimit-remaining',
    String(remaining),
    'x-ratelimit-reset',
    String(reset),
  ]
}

function ownHeaders({ etag }: ReadyResponse, caching: 'no-store' | 'no-cache'): string[] {
  const type = ['cache-control', caching, 'content-type', 'application/json; charset=utf-8']
  return etag === null ? type : [...type, 'etag', etag]
}
