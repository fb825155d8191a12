/** One endpoint and what was learned about it. */
export interface RpcEndpoint {
  readonly url: string
  /** Settles once the endpoint has said its chain id; undefined while nobody has asked, and again after a fault. */
  chainCheck: Promise<void> | undefined
  /** After a fault, nothing is asked before this time unless there is no other. Milliseconds of the process, which no change of the clock moves. */
  skippedUntilMs: number
  /** After "busy", nothing is asked before this time. Milliseconds of the process, which no change of the clock moves. */
  restingUntilMs: number
  /** The newest block it has shown, and since when it shows that one. */
  head: { readonly number: bigint; readonly sinceMs: number } | undefined
  /** When its head was last held against the others'. */
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

/** Which endpoint to ask next, and how long to wait before. */
export type Choice = { readonly endpoint: RpcEndpoint; readonly waitMs: number }

/**
 * The first endpoint, in order, that is neither skipped nor resting; else the one that has rested soonest; else, where every
 * one is skipped, the first all the same, since asking a bad endpoint beats giving up without asking.
 *
 * @param spent endpoints that this call has given up on.
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

/** Takes an endpoint out of the rotation for a while. */
export function skipEndpoint(endpoint: RpcEndpoint, untilMs: number): void {
  endpoint.skippedUntilMs = untilMs
  endpoint.chainCheck = undefined
}
