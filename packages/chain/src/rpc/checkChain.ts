import type { RpcEndpoint } from './RpcEndpoint.ts'
import { RpcFault } from './RpcFault.ts'
import type { RpcOptions } from './RpcOptions.ts'
import { postCalls } from './postCalls.ts'

/**
 * Asks an endpoint which chain it serves. Its first answer is also the proof that it is there, so this has the connect time-out.
 *
 * @throws {RpcFault} `connect`, `wrongChain`, or what else was wrong.
 */
export async function checkChain(endpoint: RpcEndpoint, chainId: number, options: RpcOptions): Promise<void> {
  try {
    const [reply] = await postCalls(endpoint.url, [{ method: 'eth_chainId' }], { timeoutMs: options.connectTimeoutMs })
    if (!reply || !('result' in reply) || typeof reply.result !== 'string') throw new RpcFault('malformed')
    if (Number(reply.result) !== chainId) throw new RpcFault('wrongChain')
  } catch (error) {
    endpoint.chainCheck = undefined
    throw error instanceof RpcFault && error.kind === 'timeout' ? new RpcFault('connect', { cause: error }) : error
  }
}
