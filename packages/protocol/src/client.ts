import { addressSchema, hash32Schema, z } from './primitives.ts'
import { failureSchema, type Route, type RouteName, routes, type Routes } from './routes.ts'
import type { WireOffer } from './wireOffer.ts'

/** A request that did not succeed: the status, and what the server said. Message as the specification has it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly field: string | undefined
  /** With a 409: the offer as the chain has it (decision C2). */
  readonly offer: WireOffer | undefined

  constructor(
    status: number,
    text: string,
    details: { field?: string | undefined; offer?: WireOffer | undefined } = {},
  ) {
    super(`${status}: ${text}`)
    this.status = status
    this.field = details.field
    this.offer = details.offer
  }
}

type Params<N extends RouteName> = z.input<Routes[N]['params']>
type Query<N extends RouteName> = z.input<Routes[N]['query']>
type Body<N extends RouteName> = Routes[N]['body'] extends z.ZodMiniType ? z.input<Routes[N]['body']> : undefined
export type Answer<N extends RouteName> = z.output<Routes[N]['answers'][keyof Routes[N]['answers']] & z.ZodMiniType>

interface RequestParts<N extends RouteName> {
  params?: Params<N>
  query?: Query<N>
  body?: Body<N>
  signal?: AbortSignal
  /** For a request that the server may take longer over than over others. */
  timeoutMs?: number
}

export interface ApiClient {
  /** Calls a route of the table. Throws {@link ApiError} on any status that is not a success, and on an answer of another shape. */
  request<N extends RouteName>(name: N, parts?: RequestParts<N>): Promise<Answer<N>>
  /** As `request`, but null on a 401, which `request` throws. */
  requestOrEmpty<N extends RouteName>(name: N, parts?: RequestParts<N>): Promise<Answer<N> | null>
}

/** A client of the whole route table. `timeoutMs` bounds every request that does not say otherwise. */
export function createApiClient(baseUrl: string, { timeoutMs = 15_000, fetch = globalThis.fetch } = {}): ApiClient {
  const client: ApiClient = {
    async request(name, parts = {}) {
      const route = routes[name]
      const response = await fetch(baseUrl + fillPath(route.path, parts.params ?? {}) + queryText(parts.query ?? {}), {
        method: route.method,
        credentials: 'include',
        signal: AbortSignal.any([
          AbortSignal.timeout(parts.timeoutMs ?? timeoutMs),
          ...(parts.signal ? [parts.signal] : []),
        ]),
        ...(parts.body === undefined
          ? {}
          : { body: JSON.stringify(parts.body), headers: { 'content-type': 'application/json' } }),
      })
      const text = await response.text()
      if (!(response.status in route.answers)) throw failureOf(response, text)
      return parseAnswer(name, response.status, text)
    },
    requestOrEmpty: (name, parts) =>
      client.request(name, parts).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }),
  }
  return client
}

/** Reads an answer by the table. Throws on one of another shape. */
function parseAnswer<N extends RouteName>(name: N, status: number, text: string): Answer<N>
function parseAnswer(name: RouteName, status: number, text: string): unknown {
  const { answers }: Route = routes[name]
  return answers[status]?.parse(JSON.parse(text))
}

function fillPath(path: string, params: object): string {
  return Object.entries(params).reduce(
    (filled, [key, value]) => filled.replace(`:${key}`, encodeURIComponent(String(value))),
    path,
  )
}

function queryText(query: object): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function failureOf(response: Response, text: string): ApiError {
  try {
    const failure = failureSchema.parse(JSON.parse(text))
    return new ApiError(response.status, failure.error, failure)
  } catch {
    return new ApiError(response.status, text || response.statusText)
  }
}

/** `GET /api/events`: server-sent events for open pages. A page that was away reads its queries again on `hello`. */
export const liveEventsPath = '/api/events'

export const liveEventSchema = z.discriminatedUnion('type', [
  /** `timestamp`: chain time of the newest block, if the server knows it. */
  z.object({ type: z.literal('hello'), indexedBlock: z.int(), timestamp: z.optional(z.int()) }),
  /** A block was indexed. `timestamp` is chain time in unix seconds. */
  z.object({ type: z.literal('head'), block: z.int(), timestamp: z.int() }),
  z.object({ type: z.literal('offer'), offerId: hash32Schema, creator: addressSchema, recipient: addressSchema }),
  /** The owner of an escrow did something. */
  z.object({ type: z.literal('escrow'), escrow: addressSchema }),
  /** NFTs of these wallets moved. */
  z.object({ type: z.literal('holdings'), addresses: z.array(addressSchema) }),
])

export type LiveEvent = z.output<typeof liveEventSchema>
