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
