import type { RpcFaultKind } from './RpcFault.ts'

/** Hears how endpoints do. They go by their place among the configured ones, from 1. */
export interface RpcObserver {
  /** An exchange was answered, after so many milliseconds. */
  answered(endpoint: number, ms: number): void
  failed(endpoint: number, kind: RpcFaultKind): void
}

/** How patient the transport is. The defaults are the product's; tests shorten them. */
export interface RpcOptions {
  /** For an endpoint's first word (its chain id), after which it counts as connected. */
  readonly connectTimeoutMs: number
  /** For one exchange, body included. */
  readonly requestTimeoutMs: number
  /** A failed endpoint is not asked for this long, unless there is no other. */
  readonly skipMs: number
  /** Pause before the n-th retry: n times this, or what the endpoint asked for. */
  readonly retryPauseMs: number
  /** Retries of one read on "busy". */
  readonly retries: number
  /** Longer than this nobody waits because an endpoint says so: it is skipped instead. */
  readonly longestPauseMs: number
  /** An endpoint this many blocks behind another one is stale. */
  readonly staleByBlocks: bigint
  /** When an endpoint's head has stood still this long, the others are asked for theirs. */
  readonly suspiciousAfterMs: number
  /** Calls in one HTTP request; the public endpoints take 40. */
  readonly batchCalls: number
  /** Bytes in one HTTP request, unless a single call is larger. */
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
