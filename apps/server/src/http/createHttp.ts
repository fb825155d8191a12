import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import { openApiDocument } from '@parley/protocol'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { Fence } from '../fence.ts'
import { answerBrokenRequest } from './answerBrokenRequest.ts'
import { answerConditionally } from './answerConditionally.ts'
import { answerError, answerErrors } from './answerErrors.ts'
import { bindRoutes } from './bindRoutes.ts'
import { delayRefusals } from './delayRefusals.ts'
import type { Handlers } from './handlers.ts'
import { limitConnections } from './limitConnections.ts'
import { nameNetworks } from './nameNetworks.ts'
import { createPreparedAnswers } from './preparedAnswers.ts'
import { serveLiveEvents, type LiveSource } from './serveLiveEvents.ts'
import { scriptHashes } from './scriptHashes.ts'
import { servePage } from './servePage.ts'
import { nameRequests } from './nameRequests.ts'
import { refuseOverload } from './refuseOverload.ts'
import { setSecurityHeaders } from './securityHeaders.ts'
import type { Site } from './site.ts'
import { isWebsocketUpgrade } from './upgrades.ts'

/** The largest honest body, an offer of 20 for 20, has under 10 KiB. */
const bodyLimitBytes = 64 * 1024
/** A request must have arrived whole by then, so slow senders cannot hold sockets. */
const requestTimeoutMs = 10_000
/** Longer than the heartbeat of a live stream, which is the only answer that lasts. */
const idleSocketTimeoutMs = 60_000
const keepAliveTimeoutMs = 20_000
const handlerTimeoutMs = 90_000

export interface HttpParts {
  readonly config: ServerConfig
  readonly site: Site
  readonly log: FastifyBaseLogger
  readonly fence: Fence
  readonly handlers: Handlers
  readonly events: LiveSource
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
  extraRoutes,
}: HttpParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleSocketTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    handlerTimeout: handlerTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 2_000,
      shouldUpgradeCallback: isWebsocketUpgrade,
    },
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    clientErrorHandler: (error, socket) =>
      fence.run('connection', { end: () => socket.destroy() }, () => answerBrokenRequest(error, socket)),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  nameNetworks(app, config.trustedProxies)
  limitConnections(app, config, fence)
  // JSON is the only language here; fastify would take plain text as well.
  app.removeContentTypeParser('text/plain')
  answerErrors(app)
  nameRequests(app)
  setSecurityHeaders(app, config, await scriptHashes(config.webDist))
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: [...config.corsOrigins], credentials: true })
  refuseOverload(app, config.rateLimits)
  delayRefusals(app)
  await app.register(rateLimit, {
    max: config.rateLimits.requestsPerMinute,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request) => request.network,
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  })
  answerConditionally(app)
  bindRoutes(app, handlers, { limits: config.rateLimits, prepared: createPreparedAnswers(events.live) })
  serveLiveEvents(app, events, fence)
  const openApi = openApiDocument()
  app.get('/api/openapi.json', () => openApi)
  for (const register of extraRoutes) register(app)
  await servePage(app, config, site)
  return app
}
