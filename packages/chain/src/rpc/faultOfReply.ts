import { asksForHead, headOf, mayBeNull, type RpcCall, type RpcReply } from './RpcCall.ts'
import { RpcFault } from './RpcFault.ts'

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
