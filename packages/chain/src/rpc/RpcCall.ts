import { BaseError } from 'viem'

/** One JSON-RPC call. */
export interface RpcCall {
  readonly method: string
  readonly params?: unknown
}

/** A JSON-RPC error: the endpoint understood the call and refused it. */
export interface RpcErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type RpcReply = { readonly result: unknown } | { readonly error: RpcErrorObject }

const readMethods =
  /^(eth_(get|call$|blockNumber$|chainId$|gasPrice$|feeHistory$|maxPriorityFeePerGas$|estimateGas$|createAccessList$|syncing$)|net_|web3_)/

/** Whether the call is idempotent. */
export function isRead(call: RpcCall): boolean {
  return readMethods.test(call.method)
}

const nullIsAnAnswer = new Set(['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByHash'])

/** Whether `null` is a valid answer: a missing transaction or block. Elsewhere it means a broken endpoint. */
function mayBeNull(call: RpcCall): boolean {
  return (
    !isRead(call) || nullIsAnAnswer.has(call.method) || (call.method === 'eth_getBlockByNumber' && !asksForHead(call))
  )
}

/** Whether the answer contains the endpoint's newest block. */
export function asksForHead(call: RpcCall): boolean {
  if (call.method === 'eth_blockNumber') return true
  return call.method === 'eth_getBlockByNumber' && Array.isArray(call.params) && call.params[0] === 'latest'
}

/** The block number in the answer to a head request; undefined if malformed. */
export function headOf(result: unknown): bigint | undefined {
  const text = typeof result === 'object' && result !== null && 'number' in result ? result.number : result
  return typeof text === 'string' && /^0x[0-9a-f]{1,16}$/i.test(text) ? BigInt(text) : undefined
}

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
type RpcFaultKind = 'connect' | 'timeout' | 'malformed' | 'wrongChain' | 'stale' | 'refused' | 'tooLarge' | 'busy'

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
/** The endpoint doesn't have the block, or no longer its state. Another one may, and this one does at a newer block. */
const behindWords =
  /header not found|unknown block|missing trie node|block not found|block\s?out\s?of\s?range|historical state/i

/** The endpoint's fault revealed by a well-formed reply; an ordinary JSON-RPC error is none. */
export function faultOfReply(call: RpcCall, reply: RpcReply): RpcFault | undefined {
  if ('error' in reply) {
    const { code, message } = reply.error
    // A contract may revert with any words.
    if (code === 3 || /^execution reverted/i.test(message)) return undefined
    if (code === 429 || rateLimitWords.test(message)) return new RpcFault('busy')
    return behindWords.test(message) ? new RpcFault('stale') : undefined
  }
  if ((reply.result === null || reply.result === undefined) && !mayBeNull(call)) return new RpcFault('malformed')
  return asksForHead(call) && headOf(reply.result) === undefined ? new RpcFault('malformed') : undefined
}

/** Observes endpoints. They are numbered from 1, in configured order. */
export interface RpcObserver {
  /** An exchange succeeded after `ms` milliseconds. */
  answered(endpoint: number, ms: number): void
  failed(endpoint: number, kind: RpcFaultKind): void
}

/** Time-outs and limits of the transport. Tests shorten the defaults. */
export interface RpcOptions {
  /** For an endpoint's first answer, its chain id. */
  readonly connectTimeoutMs: number
  /** For one exchange, including the body. */
  readonly requestTimeoutMs: number
  /** Cooldown of a failed endpoint. */
  readonly skipMs: number
  /** Pause before the n-th retry: n times this, or Retry-After. */
  readonly retryPauseMs: number
  /** Retries of a read on "busy". */
  readonly retries: number
  /** If Retry-After exceeds this, the endpoint is skipped instead. */
  readonly longestPauseMs: number
  /** An endpoint this many blocks behind another is stale. */
  readonly staleByBlocks: bigint
  /** After an endpoint's head hasn't moved for this long, it is compared with the others. */
  readonly suspiciousAfterMs: number
  /** Calls per HTTP request; public endpoints accept 40. */
  readonly batchCalls: number
  /** Bytes per HTTP request, unless a single call is larger. */
  readonly batchBytes: number
  readonly observer?: RpcObserver | undefined
}

export const defaultRpcOptions: RpcOptions = {
  connectTimeoutMs: 5_000,
  requestTimeoutMs: 20_000,
  skipMs: 60_000,
  retryPauseMs: 300,
  retries: 3,
  longestPauseMs: 10_000,
  staleByBlocks: 10n,
  suspiciousAfterMs: 15_000,
  batchCalls: 40,
  batchBytes: 512 * 1024,
}
