/** One JSON-RPC call. */
export interface RpcCall {
  readonly method: string
  readonly params?: unknown
}

/** A JSON-RPC error: the endpoint understood the call and refused it. */
export interface RpcErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type RpcReply = { readonly result: unknown } | { readonly error: RpcErrorObject }

const readMethods =
  /^(eth_(get|call$|blockNumber$|chainId$|gasPrice$|feeHistory$|maxPriorityFeePerGas$|estimateGas$|createAccessList$|syncing$)|net_|web3_)/

/** Whether the call is idempotent. */
export function isRead(call: RpcCall): boolean {
  return readMethods.test(call.method)
}

const nullIsAnAnswer = new Set(['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByHash'])

/** Whether `null` is a valid answer: a missing transaction or block. Elsewhere it means a broken endpoint. */
export function mayBeNull(call: RpcCall): boolean {
  return (
    !isRead(call) || nullIsAnAnswer.has(call.method) || (call.method === 'eth_getBlockByNumber' && !asksForHead(call))
  )
}

/** Whether the answer contains the endpoint's newest block. */
export function asksForHead(call: RpcCall): boolean {
  if (call.method === 'eth_blockNumber') return true
  return call.method === 'eth_getBlockByNumber' && Array.isArray(call.params) && call.params[0] === 'latest'
}

/** The block number in the answer to a head request; undefined if malformed. */
export function headOf(result: unknown): bigint | undefined {
  const text = typeof result === 'object' && result !== null && 'number' in result ? result.number : result
  return typeof text === 'string' && /^0x[0-9a-f]{1,16}$/i.test(text) ? BigInt(text) : undefined
}
