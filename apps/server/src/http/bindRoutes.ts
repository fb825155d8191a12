import { alivePath, allRoutes, type AllRoutes, type Route, type RouteName, routes } from '@parley/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { RateLimits } from '../config/serverConfig.ts'
import { minuteMs } from '../limits/sharedLimits.ts'
import { enforceLimit, HttpError } from './httpError.ts'
import type { CachedResponse, ResponseCache } from './responseCache.ts'

/** These make the server ask the chain or write, so an address may send fewer of them. */
const costly: ReadonlySet<RouteName> = new Set([
  'syncOffers',
  'fixCompleted',
  'recordOffer',
  'patchOffer',
  'signInNonce',
  'signIn',
  'declineOffer',
  // A wallet's own limits cost nothing to get round: anyone can sign in with another.
  'openTable',
  'reportTable',
])

/** Binds every route to its handler: parses the request and sends the handler's answer. */
export function bindRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  { limits, cache }: { limits: RateLimits; cache: ResponseCache },
): void {
  const writes = app.createRateLimit({
    max: limits.writesPerMinute,
    timeWindow: minuteMs,
    keyGenerator: (request) => `writes ${request.network}`,
  })
  const bind = <N extends RouteName>(name: N) => {
    const handler: Handler<N> = handlers[name]
    const table: Route = allRoutes[name]
    app.route({
      method: table.method,
      url: table.path,
      // A supervisor must not take a refusal for a process that hangs.
      ...(table.path === alivePath && { config: { rateLimit: false } }),
      handler: async (request, reply) => {
        if (costly.has(name)) await enforceLimit(writes, request)
        const ready = table.method === 'GET' ? cache.get(request.url) : undefined
        if (ready) return sendCached(reply, ready)
        const version = cache.version()
        const answer = await handler(readInput(name, request))
        // What only this wallet may read stays out of caches.
        if (!(name in routes)) reply.header('cache-control', 'no-store')
        if (answer.headers !== undefined) reply.headers(answer.headers)
        if (answer.etag !== undefined) {
          reply.header('etag', answer.etag)
          if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
        }
        if (answer.about !== undefined) {
          const { about, body, lastsMs } = answer
          const json = body instanceof PreparedBody ? body.json : JSON.stringify(body)
          return sendCached(reply, cache.set(request.url, json, { route: table.path, about, version, lastsMs }))
        }
        if (answer.body instanceof PreparedBody) reply.header('content-type', 'application/json; charset=utf-8')
        const body = answer.body instanceof PreparedBody ? answer.body.json : answer.body
        return reply.code(Number(answer.status)).send(body)
      },
    })
  }
  for (const name of Object.keys(allRoutes)) if (isRouteName(name)) bind(name)
}

function sendCached(reply: FastifyReply, { body, etag }: CachedResponse): FastifyReply {
  return reply.headers({ etag, 'content-type': 'application/json; charset=utf-8' }).send(body)
}

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(allRoutes, name)
}

/** @throws {HttpError} 400 with the first wrong field. */
function readInput<N extends RouteName>(name: N, request: FastifyRequest): Input<N>
function readInput(name: RouteName, request: FastifyRequest): unknown {
  const { params, query, body }: Route = allRoutes[name]
  return {
    params: parseInput(params, request.params),
    query: parseInput(query, request.query),
    body: body === null ? undefined : parseInput(body, request.body),
    request,
  }
}

/** @throws {HttpError} 400 with the first wrong field. */
export function parseInput<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw new HttpError(400, issue?.message ?? 'malformed', field ? { field } : {})
}

/** A request of the table, parsed: what a handler is given. */
export interface Input<N extends RouteName> {
  readonly params: z.output<AllRoutes[N]['params']>
  readonly query: z.output<AllRoutes[N]['query']>
  readonly body: Parsed<AllRoutes[N]['body']>
  readonly request: FastifyRequest
}

type Parsed<S extends z.ZodMiniType | null> = S extends z.ZodMiniType ? z.output<S> : undefined

/** A body that was written as JSON before. */
export class PreparedBody {
  readonly json: string

  constructor(body: unknown) {
    this.json = JSON.stringify(body)
  }
}

/** One of the answers that the table allows, its body as it travels. Failures are thrown, see HttpError. */
export type Reply<N extends RouteName> = {
  [S in keyof AllRoutes[N]['answers']]: {
    readonly status: S
    readonly body: z.input<AllRoutes[N]['answers'][S] & z.ZodMiniType> | PreparedBody
    /** Lets a browser that has this answer already be told so with 304 and no body. */
    readonly etag?: string
    /** The offer or wallet that the answer is about. It stays cached until an event concerns that. */
    readonly about?: string
    /** Longest time in the cache, for what changes with time as well. */
    readonly lastsMs?: number
    readonly headers?: Readonly<Record<string, string>>
  }
}[keyof AllRoutes[N]['answers']]

export type Handler<N extends RouteName> = (input: Input<N>) => Promise<Reply<N>>

/** A handler for every route of the table: a missing one does not compile. */
export type Handlers = { readonly [N in RouteName]: Handler<N> }
