import { BaseError } from 'viem'
import { asksForHead, headOf, mayBeNull, type RpcCall, type RpcReply } from './RpcCall.ts'

/**
 * An endpoint's fault.
 *
 * - `connect`: unreachable, or no chain id in time.
 * - `timeout`: no complete answer in time.
 * - `malformed`: HTML, broken JSON, an unrelated answer, or `null` where a value is required.
 * - `wrongChain`: serves another chain.
 * - `stale`: its head is far behind one that this or another endpoint has shown.
 * - `refused`: an HTTP status that a retry won't change.
 * - `tooLarge`: the request exceeds its limit. Doesn't count against the endpoint.
 * - `busy`: 429, 500, 502, 503, 504, or a rate limit reported in JSON-RPC. Worth a retry.
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

/** A fault of the endpoint, not of the call: another endpoint may answer it. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'
  readonly kind: RpcFaultKind
  /** HTTP status, if any. */
  readonly status: number | undefined
  /** The endpoint's Retry-After, if any. */
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

/** No endpoint answered. `reason` and `status` are the last one's. */
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

/** The endpoint's fault revealed by a well-formed reply; an ordinary JSON-RPC error is none. */
export function faultOfReply(call: RpcCall, reply: RpcReply): RpcFault | undefined {
  if ('error' in reply) {
    const { code, message } = reply.error
    if (code === 429 || rateLimitWords.test(message)) return new RpcFault('busy')
    return behindWords.test(message) ? new RpcFault('stale') : undefined
  }
  if ((reply.result === null || reply.result === undefined) && !mayBeNull(call)) return new RpcFault('malformed')
  return asksForHead(call) && headOf(reply.result) === undefined ? new RpcFault('malformed') : undefined
}
