import { BaseError } from 'viem'
import { asksForHead, headOf, mayBeNull, type RpcCall, type RpcReply } from './RpcCall.ts'

/**
 * What an endpoint did wrong.
 *
 * - `connect`: it could not be reached, or did not say its chain id in time.
 * - `timeout`: it took a request and did not finish the answer in time.
 * - `malformed`: it answered with a page, broken JSON, an answer to something else, or nothing (`null`) where there must be something.
 * - `wrongChain`: it serves another chain.
 * - `stale`: its newest block is far behind what this or another endpoint has shown.
 * - `refused`: an HTTP status that asking again will not change.
 * - `tooLarge`: the request was larger than it takes. Says nothing against the endpoint.
 * - `busy`: 429, 500, 502, 503, 504 or a rate limit in words of JSON-RPC. Worth another try after a pause.
 */
export type RpcFaultKind =
  | 'connect'
  | 'timeout'
  | 'malformed'
  | 'wrongChain'
  | 'stale'
  | 'refused'
  | 'tooLarge'
  | 'busy'

/** A fault of an endpoint, not of the call: another endpoint may well answer it. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'
  readonly kind: RpcFaultKind
  /** HTTP status, where there was one. */
  readonly status: number | undefined
  /** What the endpoint asked us to wait, where it did. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: RpcFaultKind,
    details: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(kind, { cause: details.cause })
    this.kind = kind
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
  }
}

/** No endpoint answered: each one tried had a fault. `reason` and `status` are those of the last. */
export class RpcUnavailableError extends BaseError {
  readonly code = 'rpcUnavailable'
  readonly reason: RpcFaultKind
  readonly status: number | undefined

  constructor(fault: RpcFault) {
    super('No RPC endpoint answered.', {
      name: 'RpcUnavailableError',
      cause: fault,
      metaMessages: [`Last fault: ${fault.kind}${fault.status === undefined ? '' : ` (${fault.status})`}`],
    })
    this.reason = fault.kind
    this.status = fault.status
  }
}

const rateLimitWords = /rate.?limit|too many requests|requests? per|request limit/i
const behindWords = /header not found|unknown block|missing trie node|block not found/i

/** The fault of the endpoint that a well-formed reply gives away, if it does; an honest JSON-RPC error is none. */
export function faultOfReply(call: RpcCall, reply: RpcReply): RpcFault | undefined {
  if ('error' in reply) {
    const { code, message } = reply.error
    if (code === 429 || rateLimitWords.test(message)) return new RpcFault('busy')
    return behindWords.test(message) ? new RpcFault('stale') : undefined
  }
  if ((reply.result === null || reply.result === undefined) && !mayBeNull(call)) return new RpcFault('malformed')
  return asksForHead(call) && headOf(reply.result) === undefined ? new RpcFault('malformed') : undefined
}
