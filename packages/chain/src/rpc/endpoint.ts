import { type RpcCall, type RpcErrorObject, RpcFault, type RpcOptions, type RpcReply } from './RpcCall.ts'

/** An endpoint and its state. Times are monotonic milliseconds. */
export interface RpcEndpoint {
  readonly url: string
  /** Settles once the chain id is verified; undefined before the first check and after a fault. */
  chainCheck: Promise<void> | undefined
  /** End of the cooldown after a fault; ignored if every endpoint is in cooldown. */
  skippedUntilMs: number
  /** End of the back-off after "busy". */
  restingUntilMs: number
  /** The newest block seen, and when it was first seen. */
  head: { readonly number: bigint; readonly sinceMs: number } | undefined
  /** When its head was last compared with the others. */
  comparedAtMs: number
}

export function createEndpoint(url: string): RpcEndpoint {
  return {
    url,
    chainCheck: undefined,
    skippedUntilMs: 0,
    restingUntilMs: 0,
    head: undefined,
    comparedAtMs: Number.NEGATIVE_INFINITY,
  }
}

/** The next endpoint, and how long to wait before using it. */
export type Choice = { readonly endpoint: RpcEndpoint; readonly waitMs: number }

/**
 * Chooses the first endpoint that is neither in cooldown nor backing off, else the next to be ready.
 *
 * If every endpoint is in cooldown, one is used anyway: a bad endpoint beats no attempt.
 *
 * @param spent endpoints this call has already given up on.
 */
export function chooseEndpoint(
  endpoints: readonly RpcEndpoint[],
  spent: ReadonlySet<RpcEndpoint>,
  nowMs: number,
): Choice | undefined {
  const left = endpoints.filter((endpoint) => !spent.has(endpoint))
  const awake = left.filter((endpoint) => endpoint.skippedUntilMs <= nowMs)
  const [soonest] = (awake.length > 0 ? awake : left).toSorted(
    (one, other) => restMs(one, nowMs) - restMs(other, nowMs),
  )
  return soonest && { endpoint: soonest, waitMs: restMs(soonest, nowMs) }
}

function restMs(endpoint: RpcEndpoint, nowMs: number): number {
  return Math.max(0, endpoint.restingUntilMs - nowMs)
}

/** Puts an endpoint into cooldown. */
export function skipEndpoint(endpoint: RpcEndpoint, untilMs: number): void {
  endpoint.skippedUntilMs = untilMs
  endpoint.chainCheck = undefined
}

/**
 * Reads the body of a JSON-RPC answer to `count` calls with the ids 0 to count − 1.
 *
 * @param failedStatus the HTTP status if it wasn't a success; the body then counts only if it is valid JSON-RPC.
 * @throws {RpcFault} `tooLarge` if a single error answers a batch (a smaller one may work), else `refused` or `malformed`.
 */
function readReplies(text: string, count: number, failedStatus: number | undefined): RpcReply[] {
  // Created lazily: capturing a stack trace costs more than parsing a valid answer.
  const unreadable = (): RpcFault =>
    failedStatus === undefined ? new RpcFault('malformed') : new RpcFault('refused', { status: failedStatus })
  const body = parseJson(text)
  if (count === 1) {
    const reply = readReply(body)
    if (!reply) throw unreadable()
    return [reply]
  }
  if (!Array.isArray(body)) throw readReply(body) ? new RpcFault('tooLarge') : unreadable()
  const byId = new Map<unknown, RpcReply>()
  for (const entry of body) {
    const reply = readReply(entry)
    if (reply && isObject(entry)) byId.set(entry['id'], reply)
  }
  // A single error without our ids applies to the whole batch.
  if (body.length === 1 && byId.size === 1 && !byId.has(0)) throw new RpcFault('tooLarge')
  return Array.from({ length: count }, (_, id) => {
    const reply = byId.get(id)
    if (!reply) throw unreadable()
    return reply
  })
}

function readReply(entry: unknown): RpcReply | undefined {
  if (!isObject(entry)) return undefined
  if (isErrorObject(entry['error'])) return { error: entry['error'] }
  return 'result' in entry ? { result: entry['result'] } : undefined
}

function isErrorObject(value: unknown): value is RpcErrorObject {
  return isObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const busyStatuses = new Set([429, 500, 502, 503, 504])

/**
 * Sends calls to one endpoint and returns the replies in order. Several calls travel as a batch.
 *
 * @param timeoutMs limits the whole exchange, including a slow body.
 * @throws {RpcFault} for anything but well-formed replies; the `signal`'s reason if aborted.
 */
export async function postCalls(
  url: string,
  calls: readonly RpcCall[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<RpcReply[]> {
  const patience = AbortSignal.timeout(timeoutMs)
  const requests = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: call.method, params: call.params ?? [] }))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
      signal: signal ? AbortSignal.any([patience, signal]) : patience,
    })
    const text = await response.text()
    if (busyStatuses.has(response.status)) {
      throw new RpcFault('busy', { status: response.status, retryAfterMs: retryAfterMs(response.headers) })
    }
    if (response.status === 413) throw new RpcFault('tooLarge', { status: 413 })
    return readReplies(text, calls.length, response.ok ? undefined : response.status)
  } catch (error) {
    if (error instanceof RpcFault) throw error
    if (signal?.aborted) throw signal.reason
    throw new RpcFault(patience.aborted ? 'timeout' : 'connect', { cause: error })
  }
}

/** `Retry-After` is seconds or an HTTP date. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}

/**
 * Verifies an endpoint's chain id. Uses the connect time-out, since this is the first answer.
 *
 * @throws {RpcFault} `connect`, `wrongChain`, or any other fault.
 */
export async function checkChain(endpoint: RpcEndpoint, chainId: number, options: RpcOptions): Promise<void> {
  try {
    const [reply] = await postCalls(endpoint.url, [{ method: 'eth_chainId' }], { timeoutMs: options.connectTimeoutMs })
    if (!reply || !('result' in reply) || typeof reply.result !== 'string') throw new RpcFault('malformed')
    if (Number(reply.result) !== chainId) throw new RpcFault('wrongChain')
  } catch (error) {
    endpoint.chainCheck = undefined
    throw error instanceof RpcFault && error.kind === 'timeout' ? new RpcFault('connect', { cause: error }) : error
  }
}
