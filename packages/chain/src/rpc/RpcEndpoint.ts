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
