import { RpcRequestError, custom, type Transport } from 'viem'
import { createCallBatcher } from './createCallBatcher.ts'
import { createRpcPool } from './createRpcPool.ts'
import { defaultRpcOptions, type RpcOptions } from './RpcOptions.ts'

/**
 * A viem transport over several endpoints in order, the one way in which server and page talk to the chain. Calls made in the
 * same turn travel as one batch. Rejects with viem's `RpcRequestError` when the chain says no, with `RpcUnavailableError` when
 * no endpoint answered.
 */
export function rpcTransport(urls: readonly string[], chainId: number, options: Partial<RpcOptions> = {}): Transport {
  const settings = { ...defaultRpcOptions, ...options }
  const batcher = createCallBatcher(createRpcPool(urls, chainId, settings), settings)

  const request = async (
    call: { method: string; params?: unknown },
    extra?: { signal?: AbortSignal | undefined },
  ): Promise<unknown> => {
    const settled = await batcher.enqueue(call, extra?.signal)
    if ('failure' in settled) throw settled.failure
    if ('error' in settled.reply) {
      throw new RpcRequestError({ body: { method: call.method }, error: settled.reply.error, url: 'rpc' })
    }
    return settled.reply.result
  }

  // Retrying is the pool's business: viem's own would multiply it.
  return custom({ request }, { key: 'rpc', name: 'RPC endpoints in order', retryCount: 0 })
}
