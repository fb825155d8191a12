import { addressSchema, hash32Schema, z } from './primitives.ts'
import { failureSchema, type Route, routes, type Routes, type RouteTable } from './routes.ts'
import type { WireOffer } from './wireOffer.ts'

/** A request that did not succeed: the status, and what the server said. Message as the specification has it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly field: string | undefined
  /** With a 409: the offer as the chain has it (decision C2). */
  readonly offer: WireOffer | undefined
  /** For programs, where a failure has several causes. */
  readonly code: string | undefined

  constructor(
    status: number,
    text: string,
    {
      field,
      offer,
      code,
    }: { field?: string | undefined; offer?: WireOffer | undefined; code?: string | undefined } = {},
  ) {
    super(`${status}: ${text}`)
    this.status = status
    this.field = field
    this.offer = offer
    this.code = code
  }
}

type Name<T extends RouteTable> = keyof T & string
type Params<T extends RouteTable, N extends Name<T>> = z.input<T[N]['params']>
type Query<T extends RouteTable, N extends Name<T>> = z.input<T[N]['query']>
type Body<T extends RouteTable, N extends Name<T>> = T[N]['body'] extends z.ZodMiniType
  ? z.input<T[N]['body']>
  : undefined
export type Answer<N extends Name<T>, T extends RouteTable = Routes> = z.output<
  T[N]['answers'][keyof T[N]['answers']] & z.ZodMiniType
>

interface RequestParts<T extends RouteTable, N extends Name<T>> {
  params?: Params<T, N>
  query?: Query<T, N>
  body?: Body<T, N>
  signal?: AbortSignal
  /** For a request that the server may take longer over than over others. */
  timeoutMs?: number
}

export interface ApiClient<T extends RouteTable = Routes> {
  /** Calls a route of the table. Throws {@link ApiError} on any status that is not a success, and on an answer of another shape. */
  request<N extends Name<T>>(name: N, parts?: RequestParts<T, N>): Promise<Answer<N, T>>
  /** As `request`, but null on a 401, which `request` throws. */
  requestOrEmpty<N extends Name<T>>(name: N, parts?: RequestParts<T, N>): Promise<Answer<N, T> | null>
}

interface ClientOptions {
  /** Bounds every request that does not say otherwise. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

/** A client of the public routes. */
export function createApiClient(baseUrl: string, options: ClientOptions = {}): ApiClient {
  return createClientOf(routes, baseUrl, options)
}

/** A client of any table of routes. */
export function createClientOf<T extends RouteTable>(
  table: T,
  baseUrl: string,
  { timeoutMs = 15_000, fetch = (input, init) => globalThis.fetch(input, init) }: ClientOptions = {},
): ApiClient<T> {
  const routeOf = (name: Name<T>): Route => {
    const route: Route | undefined = table[name]
    if (!route) throw new Error(`no route ${name}`)
    return route
  }
  const client: ApiClient<T> = {
    async request(name, parts = {}) {
      const route = routeOf(name)
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
      return parseAnswer(table, name, { status: response.status, text })
    },
    requestOrEmpty: (name, parts) =>
      client.request(name, parts).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }),
  }
  return client
}

interface RawAnswer {
  readonly status: number
  readonly text: string
}

/** Reads an answer by the table. Throws on one of another shape. */
function parseAnswer<T extends RouteTable, N extends Name<T>>(table: T, name: N, answer: RawAnswer): Answer<N, T>
function parseAnswer(table: RouteTable, name: string, { status, text }: RawAnswer): unknown {
  return table[name]?.answers[status]?.parse(JSON.parse(text))
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

/** More topics than this are all changes there are. */
export const maxTopics = 50

/** Wallets and offers whose changes a page is sent, with commas between them. Without `about`, it is sent every change. */
export const liveEventsQuery = z.object({
  about: z.optional(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^((^|,)0x([0-9a-f]{40}|[0-9a-f]{64})){0,${maxTopics}}$`, 'i'),
          `must be at most ${maxTopics} addresses or offer ids, with commas between them`,
        ),
      ),
  ),
})

export const liveEventSchema = z.discriminatedUnion('type', [
  /**
   * `timestamp`: chain time of the newest block, if the server knows it. `changed`: those of the page's topics that may
   * have changed in the last half minute, so before the page subscribed to them.
   */
  z.object({
    type: z.literal('hello'),
    indexedBlock: z.int(),
    timestamp: z.optional(z.int()),
    changed: z.optional(z.array(z.string())),
  }),
  /** A block was indexed. `timestamp` is chain time in unix seconds. */
  z.object({ type: z.literal('head'), block: z.int(), timestamp: z.int() }),
  z.object({ type: z.literal('offer'), offerId: hash32Schema, creator: addressSchema, recipient: addressSchema }),
  /** The owner of an escrow did something. */
  z.object({ type: z.literal('escrow'), escrow: addressSchema }),
  /** NFTs of these wallets moved. */
  z.object({ type: z.literal('holdings'), addresses: z.array(addressSchema) }),
])

export type LiveEvent = z.output<typeof liveEventSchema>
