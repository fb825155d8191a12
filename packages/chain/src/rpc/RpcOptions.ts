import type { RpcFaultKind } from './RpcCall.ts'

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
