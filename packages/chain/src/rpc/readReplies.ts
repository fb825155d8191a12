import { RpcFault } from './RpcFault.ts'
import type { RpcErrorObject, RpcReply } from './RpcCall.ts'

/**
 * Reads the body of a JSON-RPC answer to `count` calls with the ids 0 to count − 1.
 *
 * @param failedStatus the HTTP status if it was no success; such an answer counts only if it is JSON-RPC all the same.
 * @throws {RpcFault} `tooLarge` when one error answers a whole batch (a smaller batch may do), else `refused` or `malformed`.
 */
export function readReplies(text: string, count: number, failedStatus: number | undefined): RpcReply[] {
  // Made where it is thrown: an error notes where it comes from, which costs more than reading a good answer.
  const unreadable = (): RpcFault =>
    failedStatus === undefined ? new RpcFault('malformed') : new RpcFault('refused', { status: failedStatus })
  const body = parseJson(text)
  if (count === 1) {
    const reply = readReply(body)
    if (!reply) throw unreadable()
    return [reply]
  }
  if (!Array.isArray(body)) throw readReply(body) ? new RpcFault('tooLarge') : unreadable()
  const byId = new Map<unknown, RpcReply>()
  for (const entry of body) {
    const reply = readReply(entry)
    if (reply && isObject(entry)) byId.set(entry['id'], reply)
  }
  // A lone error without our ids speaks for the batch as a whole.
  if (body.length === 1 && byId.size === 1 && !byId.has(0)) throw new RpcFault('tooLarge')
  return Array.from({ length: count }, (_, id) => {
    const reply = byId.get(id)
    if (!reply) throw unreadable()
    return reply
  })
}

function readReply(entry: unknown): RpcReply | undefined {
  if (!isObject(entry)) return undefined
  if (isErrorObject(entry['error'])) return { error: entry['error'] }
  return 'result' in entry ? { result: entry['result'] } : undefined
}

function isErrorObject(value: unknown): value is RpcErrorObject {
  return isObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
