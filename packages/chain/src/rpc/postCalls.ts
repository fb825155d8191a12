import { RpcFault } from './RpcFault.ts'
import type { RpcCall, RpcReply } from './RpcCall.ts'
import { readReplies } from './readReplies.ts'

const busyStatuses = new Set([429, 500, 502, 503, 504])

/**
 * Sends calls to one endpoint, one of them plainly and several as a batch, and returns the replies in the calls' order.
 *
 * @param timeoutMs bounds the whole exchange, the body included: one byte a second is no answer.
 * @throws {RpcFault} for anything but well-formed replies; the `signal`'s reason if that ended it.
 */
export async function postCalls(
  url: string,
  calls: readonly RpcCall[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<RpcReply[]> {
  const patience = AbortSignal.timeout(timeoutMs)
  const requests = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: call.method, params: call.params ?? [] }))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
      signal: signal ? AbortSignal.any([patience, signal]) : patience,
    })
    const text = await response.text()
    if (busyStatuses.has(response.status)) {
      throw new RpcFault('busy', { status: response.status, retryAfterMs: retryAfterMs(response.headers) })
    }
    if (response.status === 413) throw new RpcFault('tooLarge', { status: 413 })
    return readReplies(text, calls.length, response.ok ? undefined : response.status)
  } catch (error) {
    if (error instanceof RpcFault) throw error
    if (signal?.aborted) throw signal.reason
    throw new RpcFault(patience.aborted ? 'timeout' : 'connect', { cause: error })
  }
}

/** `Retry-After` is seconds or an HTTP date. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}
