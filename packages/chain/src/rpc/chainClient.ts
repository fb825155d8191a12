import {
  type Chain,
  type Client,
  createClient,
  createPublicClient,
  custom,
  defineChain,
  type PublicClient,
  RpcRequestError,
  type Transport,
} from 'viem'
import { defaultRpcOptions, isRead, type RpcCall, type RpcOptions } from './RpcCall.ts'
import { createRpcPool, type RpcPool, type Settled } from './rpcPool.ts'

interface ChainConfig {
  readonly chainId: number
  readonly chainName: string
  readonly rpcUrls: readonly string[]
  readonly multicall3: `0x${string}`
}

/** Creates a client that reads through the configured endpoints, in order. */
export function createChainClient(config: ChainConfig, options: Partial<RpcOptions> = {}): PublicClient {
  return createPublicClient({
    chain: chainOf(config),
    transport: rpcTransport(config.rpcUrls, config.chainId, options),
  })
}

/** The same without viem's bundled actions, for the page. */
export function createChainReader(config: ChainConfig, options: Partial<RpcOptions> = {}): Client {
  return createClient({ chain: chainOf(config), transport: rpcTransport(config.rpcUrls, config.chainId, options) })
}

function chainOf(config: ChainConfig): Chain {
  return defineChain({
    id: config.chainId,
    name: config.chainName,
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    rpcUrls: { default: { http: [...config.rpcUrls] } },
    contracts: { multicall3: { address: config.multicall3 } },
  })
}

interface Waiting {
  readonly call: RpcCall
  readonly signal: AbortSignal | undefined
  resolve(settled: Settled): void
  reject(reason: unknown): void
}

interface CallBatcher {
  /** Queues a call for the next batch. Rejects only with the signal's reason. */
  enqueue(call: RpcCall, signal?: AbortSignal): Promise<Settled>
}

/** Batches the calls of one event loop tick, within the configured limits. Writes travel alone. */
function createCallBatcher(pool: RpcPool, options: Pick<RpcOptions, 'batchCalls' | 'batchBytes'>): CallBatcher {
  let queue: Waiting[] = []

  function flush(): void {
    const waiting = queue.filter((entry) => !entry.signal?.aborted)
    queue = []
    for (const batch of cutBatches(waiting, options)) void send(pool, batch)
  }

  return {
    enqueue(call, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const onAbort = (): void => reject(signal?.reason)
        // A signal can outlive thousands of calls, so its listeners must not accumulate.
        const settle = (): void => signal?.removeEventListener('abort', onAbort)
        signal?.addEventListener('abort', onAbort, { once: true })
        if (queue.length === 0) setTimeout(flush, 0)
        queue.push({
          call,
          signal,
          resolve(settled) {
            settle()
            resolve(settled)
          },
          reject(reason) {
            settle()
            reject(reason)
          },
        })
      })
    },
  }
}

function cutBatches(
  waiting: readonly Waiting[],
  { batchCalls, batchBytes }: Pick<RpcOptions, 'batchCalls' | 'batchBytes'>,
): Waiting[][] {
  const batches: Waiting[][] = []
  let bytes = 0
  let current: Waiting[] | undefined
  for (const entry of waiting) {
    const size = JSON.stringify(entry.call.params ?? []).length
    if (!isRead(entry.call)) {
      batches.push([entry])
    } else if (!current || current.length >= batchCalls || bytes + size > batchBytes) {
      current = [entry]
      bytes = size
      batches.push(current)
    } else {
      current.push(entry)
      bytes += size
    }
  }
  return batches
}

async function send(pool: RpcPool, batch: readonly Waiting[]): Promise<void> {
  const given = abortedByAll(batch)
  try {
    const settled = await pool.perform(
      batch.map(({ call }) => call),
      given.signal,
    )
    batch.forEach((entry, index) => {
      const answer = settled[index]
      if (answer) entry.resolve(answer)
    })
  } catch (error) {
    for (const entry of batch) entry.reject(error)
  } finally {
    given.forget()
  }
}

/** Aborts a batch only when every caller has aborted. */
function abortedByAll(batch: readonly Waiting[]): { signal: AbortSignal | undefined; forget(): void } {
  const signals = batch.flatMap(({ signal }) => signal ?? [])
  const [first] = signals
  if (first === undefined || signals.length < batch.length) return { signal: undefined, forget: () => undefined }
  if (signals.every((signal) => signal === first)) return { signal: first, forget: () => undefined }
  const controller = new AbortController()
  const check = (): void => {
    if (signals.every((signal) => signal.aborted)) controller.abort(first.reason)
  }
  for (const signal of signals) signal.addEventListener('abort', check, { once: true })
  return {
    signal: controller.signal,
    forget: () => {
      for (const signal of signals) signal.removeEventListener('abort', check)
    },
  }
}

/**
 * A viem transport over several endpoints. Server and page reach the chain only through it.
 *
 * Calls made in the same tick travel as one batch. Rejects with viem's `RpcRequestError` if the chain refuses the call, and
 * with `RpcUnavailableError` if no endpoint answers.
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

  // The pool retries; viem's own retries would multiply them.
  return custom({ request }, { key: 'rpc', name: 'RPC endpoints in order', retryCount: 0 })
}
