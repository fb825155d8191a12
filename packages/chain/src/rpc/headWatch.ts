import { asksForHead, headOf, type RpcCall, type RpcReply, RpcFault } from './RpcCall.ts'
import type { RpcEndpoint } from './RpcEndpoint.ts'
import { skipEndpoint } from './RpcEndpoint.ts'
import type { RpcOptions } from './RpcOptions.ts'
import { postCalls } from './postCalls.ts'

export interface HeadWatch {
  /**
   * Records the head contained in a reply.
   *
   * @returns a fault if that head is far behind another endpoint's.
   */
  notice(endpoint: RpcEndpoint, call: RpcCall, reply: RpcReply): RpcFault | undefined
}

/**
 * Detects stale endpoints.
 *
 * At once if another endpoint has shown a newer head; for a head that doesn't move, by querying the others in the
 * background. A single endpoint has nothing to be compared with.
 */
export function createHeadWatch(endpoints: readonly RpcEndpoint[], options: RpcOptions): HeadWatch {
  return {
    notice(endpoint, call, reply) {
      const head = asksForHead(call) && 'result' in reply ? headOf(reply.result) : undefined
      if (head === undefined) return undefined
      note(endpoint, head)
      if (isBehind(endpoint, head)) return new RpcFault('stale')
      compareIfSuspicious(endpoint)
      return undefined
    },
  }

  function note(endpoint: RpcEndpoint, head: bigint): void {
    if (endpoint.head?.number !== head) endpoint.head = { number: head, sinceMs: performance.now() }
  }

  function isBehind(endpoint: RpcEndpoint, head: bigint): boolean {
    return endpoints.some(
      (other) => other !== endpoint && other.head && isFresh(other) && other.head.number > head + options.staleByBlocks,
    )
  }

  /** A head seen before a fault may belong to a chain that has since been reset. */
  function isFresh(endpoint: RpcEndpoint): boolean {
    return endpoint.skippedUntilMs <= performance.now()
  }

  function compareIfSuspicious(endpoint: RpcEndpoint): void {
    const nowMs = performance.now()
    const firstTime = endpoint.comparedAtMs === Number.NEGATIVE_INFINITY
    const standsStill = endpoint.head !== undefined && nowMs - endpoint.head.sinceMs >= options.suspiciousAfterMs
    if (
      endpoints.length < 2 ||
      !(firstTime || standsStill) ||
      nowMs - endpoint.comparedAtMs < options.suspiciousAfterMs
    )
      return
    endpoint.comparedAtMs = nowMs
    void compare(endpoint)
  }

  async function compare(endpoint: RpcEndpoint): Promise<void> {
    const others = endpoints.filter((other) => other !== endpoint && other.skippedUntilMs <= performance.now())
    await Promise.allSettled(
      others.map(async (other) => {
        const [reply] = await postCalls(other.url, [{ method: 'eth_blockNumber' }], {
          timeoutMs: options.connectTimeoutMs,
        })
        const head = reply && 'result' in reply ? headOf(reply.result) : undefined
        if (head !== undefined) note(other, head)
      }),
    )
    if (endpoint.head && isBehind(endpoint, endpoint.head.number))
      skipEndpoint(endpoint, performance.now() + options.skipMs)
  }
}
