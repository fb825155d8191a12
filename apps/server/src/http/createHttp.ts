import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import { openApiDocument } from '@parley/protocol'
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { Fence } from '../fence.ts'
import { ifSilent } from '../lib/async.ts'
import { bindRoutes, type Handlers } from './bindRoutes.ts'
import { answerError, answerErrors } from './httpError.ts'
import { limitConnections, shedLoad, tarpitRefusals } from './requestLimits.ts'
import { type AnswerMember, type AnswerNow, answerReady, requestsKey } from './readyAnswers.ts'
import { createResponseCache, hasTag } from './responseCache.ts'
import { readPageNeeds, securityHeaders } from './securityHeaders.ts'
import { type LiveSource, serveLiveEvents } from './eventStream.ts'
import { servePage } from './servePage.ts'
import type { Site } from './site.ts'
import { answerBrokenRequest, isWebsocketUpgrade } from './upgrades.ts'
import { networkOf } from '../limits/occupancy.ts'
import { minuteMs, rateLimitStore, type SharedLimits, WindowCounts } from '../limits/sharedLimits.ts'

/** The largest honest body, an offer of 20 for 20, has under 10 KiB. */
const bodyLimitBytes = 64 * 1024
/** A request must have arrived whole by then, so slow senders cannot hold sockets. */
const requestTimeoutMs = 10_000
/** Longer than the heartbeat of a live stream, which is the only answer that lasts. */
const idleSocketTimeoutMs = 60_000
const keepAliveTimeoutMs = 20_000
/** Beyond the advertised 20 s: a client whose own timer is late would otherwise reuse a connection that is being reset. */
const keepAliveBufferMs = 10_000
const handlerTimeoutMs = 90_000
const idleLookMs = 50
/** How long a stopping server waits for the first bytes on a new connection. A proxy sends them at once. */
const firstBytesMs = 1_000
/** And for the rest of a request. Less than the process waits for its end. */
const wholeRequestMs = 5_000

interface HttpParts {
  readonly config: ServerConfig
  readonly site: Site
  readonly log: FastifyBaseLogger
  readonly fence: Fence
  readonly handlers: Handlers
  readonly events: LiveSource
  /** Counted with the other servers; null for limits of this server alone. */
  readonly limits: SharedLimits | null
  readonly answerNow: AnswerNow | null
  readonly answerMember: AnswerMember
  /** Whether other servers write the same database. */
  readonly isShared: boolean
  /** Told of what was answered before the framework saw it: route, status and seconds. */
  readonly onAnswered: (route: string, status: number, seconds: number) => void
  /** Routes that are not JSON and so not in the table: pictures, redirects. */
  readonly extraRoutes: readonly ((app: FastifyInstance) => void)[]
}

/** Puts the whole HTTP side together; it does not listen yet. */
export async function createHttp({
  config,
  site,
  log,
  fence,
  handlers,
  events,
  limits,
  answerNow,
  answerMember,
  isShared,
  onAnswered,
  extraRoutes,
}: HttpParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // A proxy sends requests on connections that it keeps, until it learns that this server stops.
    return503OnClosing: false,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleSocketTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    handlerTimeout: handlerTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeoutBuffer: keepAliveBufferMs,
      shouldUpgradeCallback: isWebsocketUpgrade,
    },
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    clientErrorHandler: (error, socket) =>
      fence.run('connection', { end: () => socket.destroy() }, () => answerBrokenRequest(error, socket)),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  nameNetworks(app, config.trustedProxies)
  limitConnections(app, config, fence)
  closeConnectionsInTheEnd(app)
  readBeforeTimeout(app)
  // JSON is the only language here; fastify would take plain text as well.
  app.removeContentTypeParser('text/plain')
  answerErrors(app)
  nameRequests(app)
  const headers = securityHeaders(config, await readPageNeeds(config.webDist))
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: [...config.corsOrigins], credentials: true })
  const load = shedLoad(app, config.rateLimits)
  tarpitRefusals(app)
  const windows = new WindowCounts()
  const { requestsPerMinute } = config.rateLimits
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: minuteMs,
    keyGenerator: (request) => requestsKey(request.network),
    store: rateLimitStore(limits ?? windows),
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  })
  answerConditionally(app)
  const cache = createResponseCache(events.live, { isShared })
  bindRoutes(app, handlers, { limits: config.rateLimits, cache })
  serveLiveEvents(app, events, fence)
  const openApi = openApiDocument(site.name)
  app.get('/api/openapi.json', () => openApi)
  for (const register of extraRoutes) register(app)
  await servePage(app, config, site)
  // With other origins allowed, answers differ by who asks; with Redis, counting has to wait for it.
  if (config.corsOrigins.length === 0 && limits === null) {
    const { trustedProxies } = config
    const { isFull } = load
    answerReady(app, {
      cache,
      answerNow,
      answerMember,
      headers,
      windows,
      requestsPerMinute,
      trustedProxies,
      isFull,
      fence,
      log,
      onAnswered,
    })
  }
  return app
}

/**
 * Closes each connection after its last answer, once the server is to stop. Node closes those that are idle at that moment.
 * Others would stay open, and the server with them: one whose request is still being answered for {@link keepAliveTimeoutMs},
 * and one that a browser opened in advance and sent nothing on, which Node doesn't call idle, for {@link idleSocketTimeoutMs}.
 * A request that isn't here whole after {@link wholeRequestMs} gets no answer: it could trickle for ever.
 */
export function closeConnectionsInTheEnd(app: FastifyInstance): void {
  let isClosing = false
  /** Counted by looks: a server that stood still has read nothing in that time. */
  let closingForMs = 0
  const openedMs = new Map<Socket, number>()
  const answering = new Map<Socket, IncomingMessage>()
  app.server.on('connection', (socket: Socket) => {
    openedMs.set(socket, performance.now())
    socket.once('close', () => openedMs.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    answering.set(socket, request)
    response.once('close', () => {
      if (answering.get(socket) === request) answering.delete(socket)
    })
  })
  const closeUnused = (): void => {
    app.server.closeIdleConnections()
    const untilMs = performance.now() - firstBytesMs
    for (const [socket, ms] of openedMs)
      if (socket.bytesRead === 0 && ms < untilMs) ifSilent(socket, () => socket.destroy())
    closingForMs += idleLookMs
    if (closingForMs < wholeRequestMs) return
    for (const socket of openedMs.keys())
      if (answering.get(socket)?.complete !== true) ifSilent(socket, () => socket.destroy())
  }
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isClosing = true
    if (!app.server.listening) return
    // Answers that were on their way before.
    const looking = setInterval(closeUnused, idleLookMs)
    app.server.once('close', () => clearInterval(looking))
  })
}

/** A request that came in time would get a reset after a busy moment. */
function readBeforeTimeout({ server }: FastifyInstance): void {
  server.on('timeout', (socket: Socket) => ifSilent(socket, () => socket.destroy()))
}

/**
 * Adds an ETag to JSON answers to a GET, and answers 304 if the client has it already. Browsers revalidate
 * automatically, since answers say `no-cache`. Those that say `no-store` have none: nothing keeps them to ask about.
 */
function answerConditionally(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (!request.url.startsWith('/api/') || reply.getHeader('cache-control') === 'no-store') return payload
    const known = reply.getHeader('etag')
    const tag = typeof known === 'string' ? known : `W/"${hash('sha1', payload, 'base64url')}"`
    reply.header('etag', tag)
    if (!hasTag(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('content-length')
    return ''
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The network it comes from: what limits count by. */
    network: string
  }
}

export function nameNetworks(app: FastifyInstance, trustedProxies: number): void {
  app.decorateRequest('network', '')
  app.addHook('onRequest', async (request) => {
    request.network = networkOf(request.raw, trustedProxies)
  })
}

/**
 * Returns the request's log id in every answer. The log has the route without wallet or query, and no client address.
 */
function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const answered = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.debug(answered, 'answered')
  })
}
