import { asksForHead, headOf, type RpcCall, type RpcReply } from './RpcCall.ts'
import { RpcFault } from './RpcFault.ts'
import type { RpcEndpoint } from './RpcEndpoint.ts'
import { skipEndpoint } from './RpcEndpoint.ts'
import type { RpcOptions } from './RpcOptions.ts'
import { postCalls } from './postCalls.ts'

export interface HeadWatch {
  /**
   * Takes note of the head in a reply, if it carries one.
   *
   * @returns a fault when that head is far behind what another endpoint has shown.
   */
  notice(endpoint: RpcEndpoint, call: RpcCall, reply: RpcReply): RpcFault | undefined
}

/**
 * Notices endpoints that serve an old state of the chain: at once when another endpoint has shown more, and, for a head that
 * stands still, by asking the others in the background. With a single endpoint there is nothing to hold it against.
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

  /** What an endpoint showed before it failed, or long ago, may be of a chain that was reset since. */
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
