import { routes, type Route, type RouteName } from '@parley/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { RateLimits } from '../config/serverConfig.ts'
import type { Handlers, Input } from './handlers.ts'
import { HttpError, enforceLimit } from './httpError.ts'
import type { CachedResponse, ResponseCache } from './responseCache.ts'
/** These make the server ask the chain, so an address may send fewer of them. */
const costly: ReadonlySet<RouteName> = new Set(['syncOffers', 'fixCompleted', 'recordOffer', 'patchOffer'])

/** Binds every route to its handler: parses the request and sends the handler's answer. */
export function bindRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  { limits, cache }: { limits: RateLimits; cache: ResponseCache },
): void {
  const writes = app.createRateLimit({ max: limits.writesPerMinute, timeWindow: minuteMs })
  const bind = <N extends RouteName>(name: N) => {
    const table: Route = routes[name]
    app.route({
      method: table.method,
      url: table.path,
      handler: async (request, reply) => {
        if (costly.has(name)) await enforceLimit(writes, request)
        const ready = table.method === 'GET' ? cache.get(request.url) : undefined
        if (ready) return sendCached(reply, ready)
        const version = cache.version()
        const answer = await handlers[name](readInput(name, request))
        if (answer.etag !== undefined) {
          reply.header('etag', answer.etag)
          if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
        }
        if (answer.about !== undefined) {
          const body = JSON.stringify(answer.body)
          return sendCached(reply, cache.set(request.url, body, { about: answer.about, version }))
        }
        return reply.code(Number(answer.status)).send(answer.body)
      },
    })
  }
  for (const name of Object.keys(routes)) if (isRouteName(name)) bind(name)
}

const minuteMs = 60_000

function sendCached(reply: FastifyReply, { body, etag }: CachedResponse): FastifyReply {
  return reply.headers({ etag, 'content-type': 'application/json; charset=utf-8' }).send(body)
}

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name)
}

/** @throws {HttpError} 400 with the first wrong field. */
function readInput<N extends RouteName>(name: N, request: FastifyRequest): Input<N>
function readInput(name: RouteName, request: FastifyRequest): unknown {
  const { params, query, body }: Route = routes[name]
  return {
    params: parse(params, request.params),
    query: parse(query, request.query),
    body: body === null ? undefined : parse(body, request.body),
    request,
  }
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw new HttpError(400, issue?.message ?? 'malformed', field ? { field } : {})
}
