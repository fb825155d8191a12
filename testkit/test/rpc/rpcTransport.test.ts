import { createChainClient, RpcUnavailableError, type RpcOptions } from '@parley/chain'
import { concatHex, encodeErrorResult, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { localChainId, multicall3Address } from '../../src/chain/localChain.ts'
import { startChain, type Chain } from '../../src/chain/startChain.ts'
import { startRpcProxy, type Interference, type ProxiedCall, type RpcProxy } from '../../src/rpcProxy.ts'

let chain: Chain
const proxies: RpcProxy[] = []
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.stop())

/** The time-outs of requests, by endpoint. They end when a test says so: an honest endpoint may take as long as the machine does. */
const deadlines = new Map<string, AbortController>()
beforeEach(() => {
  let newest = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => (newest = new AbortController()).signal)
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (typeof url === 'string') deadlines.set(url, newest)
    return send(url, init)
  })
})

/** Times out the newest request to the first endpoint. */
function runOut(): void {
  deadlines.get(proxies[0]?.url ?? '')?.abort(new DOMException('time is up', 'TimeoutError'))
}

afterEach(async () => {
  vi.restoreAllMocks()
  deadlines.clear()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
})

type Misbehaviour = (calls: readonly ProxiedCall[]) => Interference | undefined
const honest: Misbehaviour = () => undefined

/** Pauses shortened, so that a test takes no longer than it has to. */
const patience = {
  retryPauseMs: 30,
  skipMs: 60_000,
  suspiciousAfterMs: 20,
}

async function given(behaviours: readonly Misbehaviour[], options: Partial<RpcOptions> = {}) {
  const started = await Promise.all(behaviours.map((interfere) => startRpcProxy(chain.url, { interfere })))
  proxies.push(...started)
  const rpcUrls = started.map(({ url }) => url)
  const config = { chainId: localChainId, chainName: 'local', rpcUrls, multicall3: multicall3Address } as const
  const client = createChainClient(config, { ...patience, ...options })
  const asked = (index: number, method = 'eth_blockNumber'): number => started[index]?.traffic().calls[method] ?? 0
  return { client, asked, proxies: started }
}

const head = (client: { getBlockNumber(args: { cacheTime: number }): Promise<bigint> }) =>
  client.getBlockNumber({ cacheTime: 0 })

const hardFaults: Record<string, Misbehaviour> = {
  'answers a page with 200': () => ({ kind: 'answer', status: 200, body: '<!doctype html><p>Welcome</p>' }),
  'answers null': () => ({
    kind: 'edit',
    edit: (text) => text.replaceAll(/"result":("[^"]*"|\{.*\})/g, '"result":null'),
  }),
  'cuts its answers off': () => ({ kind: 'edit', edit: (text) => text.slice(0, -3) }),
  'answers to other calls': () => ({
    kind: 'edit',
    edit: (text) => text.replace('"jsonrpc":"2.0"', '"x":1').replace('result', 'resolt'),
  }),
  hangs: () => {
    runOut()
    return { kind: 'hang' }
  },
  'resets connections': () => ({ kind: 'reset' }),
  'sends a byte at a time': () => {
    setTimeout(runOut, 200)
    return { kind: 'drip', everyMs: 50 }
  },
  'refuses with 403': () => ({ kind: 'answer', status: 403, body: 'no' }),
  'serves another chain': (calls) =>
    calls[0]?.method === 'eth_chainId' ? { kind: 'edit', edit: (text) => text.replace('0xa86a', '0xa869') } : undefined,
  'does not know the block that it is asked at': (calls) =>
    calls[0]?.method === 'eth_chainId'
      ? undefined
      : {
          kind: 'answer',
          status: 200,
          body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"header not found"}}',
        },
}

describe('given two endpoints, and the first', () => {
  it.each(Object.keys(hardFaults))('%s: the second answers, and the first is not asked again', async (name) => {
    const { client, asked } = await given([hardFaults[name] ?? honest, honest])
    expect(await head(client)).toBe(await chain.client.getBlockNumber())
    const before = asked(0) + asked(0, 'eth_chainId')
    await head(client)
    expect(asked(0) + asked(0, 'eth_chainId')).toBe(before)
    expect(asked(1)).toBe(2)
  })

  it.each(['missing trie node', 'rate limit exceeded'])(
    'passes on a contract that reverts with “%s”: it is asked again',
    async (words) => {
      const { client, asked } = await given([honest, honest])
      const error = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [words] })
      // Copies the error behind it, and reverts with that.
      const data = concatHex(['0x6064600c60003960646000fd', error])
      await expect(client.call({ data })).rejects.toThrow(words)
      await head(client)
      expect([asked(0), asked(0, 'eth_call'), asked(1)]).toEqual([1, 1, 0])
    },
  )

  it('has failed longer ago than it is skipped for: it is asked first again', async () => {
    let broken = true
    const { client, asked } = await given([() => (broken ? { kind: 'reset' } : undefined), honest], { skipMs: 0 })
    await head(client)
    broken = false
    await head(client)
    expect(asked(1)).toBe(1)
  })
})

describe('given a single endpoint that is busy', () => {
  it.each([429, 500, 502, 503, 504])(
    'with %i three times: a read is retried with growing pauses and succeeds',
    async (status) => {
      let failures = 0
      const { client, asked } = await given([
        (calls) =>
          calls[0]?.method === 'eth_chainId' || failures++ >= 3 ? undefined : { kind: 'answer', status, body: '' },
      ])
      const start = performance.now()
      expect(await head(client)).toBe(await chain.client.getBlockNumber())
      expect(asked(0)).toBe(4)
      // 1 + 2 + 3 pauses; a timer may fire a millisecond early.
      expect(performance.now() - start).toBeGreaterThanOrEqual(6 * patience.retryPauseMs - 6)
    },
  )

  it('for good: it is asked four times and the failure says 503', async () => {
    const { client, asked } = await given([
      (calls) => (calls[0]?.method === 'eth_chainId' ? undefined : { kind: 'answer', status: 503 }),
    ])
    const failure = await head(client).catch((error: unknown) => error)
    const cause =
      failure instanceof Error && 'walk' in failure && typeof failure.walk === 'function'
        ? failure.walk(isUnavailable)
        : failure
    expect(cause).toMatchObject({ code: 'rpcUnavailable', reason: 'busy', status: 503 })
    expect(asked(0)).toBe(4)
  })

  it('and says how long: it is left alone that long', async () => {
    let failures = 0
    const { client } = await given([
      (calls) =>
        calls[0]?.method === 'eth_chainId' || failures++ > 0
          ? undefined
          : { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
    ])
    const start = performance.now()
    await head(client)
    expect(performance.now() - start).toBeGreaterThanOrEqual(990)
  })
})

function isUnavailable(error: unknown): boolean {
  return error instanceof RpcUnavailableError
}

describe('given an endpoint whose head stands still while another goes on', () => {
  it('is noticed and left', async () => {
    let frozen: string | undefined
    const freeze: Misbehaviour = (calls) =>
      calls.some(({ method }) => method === 'eth_blockNumber')
        ? { kind: 'edit', edit: (text) => (frozen ??= text) }
        : undefined
    const { client, asked } = await given([freeze, honest], { staleByBlocks: 3n })
    const first = await head(client)
    await chain.client.mine({ blocks: 10 })
    let seen = first
    while (seen < first + 10n) seen = await head(client)
    expect(seen).toBe(first + 10n)
    const before = asked(0)
    await head(client)
    expect(asked(0)).toBe(before)
  })
})

describe('given a transaction to send', () => {
  it('does not send it twice when the answer gets lost', async () => {
    const lose: Misbehaviour = (calls) =>
      calls[0]?.method === 'eth_sendRawTransaction' ? { kind: 'reset' } : undefined
    const { client, asked } = await given([lose, honest])
    await expect(client.request({ method: 'eth_sendRawTransaction', params: ['0x00'] })).rejects.toThrow()
    expect(asked(0, 'eth_sendRawTransaction') + asked(1, 'eth_sendRawTransaction')).toBe(1)
  })
})

describe('given calls of one turn', () => {
  it('travel as one request, and each gets its own answer', async () => {
    const {
      client,
      proxies: [proxy],
    } = await given([honest])
    await head(client)
    proxy?.reset()
    const [block, balance, nothing, revert] = await Promise.all([
      head(client),
      client.getBalance({ address: multicall3Address }),
      client.request({ method: 'eth_getTransactionByHash', params: [`0x${'12'.repeat(32)}`] }),
      client.call({ to: multicall3Address, data: '0xdeadbeef' }).catch((error: Error) => error.name),
    ])
    expect(proxy?.traffic().requests).toBe(1)
    expect(block).toBe(await chain.client.getBlockNumber())
    expect(balance).toBe(0n)
    expect(nothing).toBeNull()
    expect(revert).toBe('CallExecutionError')
  })

  it('are cut into batches that the endpoint takes', async () => {
    const {
      client,
      proxies: [proxy],
    } = await given([
      (calls) =>
        calls.length > 3
          ? {
              kind: 'answer',
              status: 200,
              body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}',
            }
          : undefined,
    ])
    await chain.client.mine({ blocks: 90 })
    const wanted = Array.from({ length: 90 }, (_, index) => BigInt(index))
    const blocks = await Promise.all(wanted.map((blockNumber) => client.getBlock({ blockNumber })))
    const answers = blocks.map(({ number }) => number)
    expect(answers).toEqual(wanted)
    expect(proxy?.traffic().requests).toBeGreaterThan(30)
  })

  it('end at once for a caller that gives up', async () => {
    const { client } = await given([() => ({ kind: 'hang' })])
    const controller = new AbortController()
    const asked = client.request({ method: 'eth_blockNumber' }, { signal: controller.signal })
    controller.abort()
    await expect(asked).rejects.toThrow(/abort/i)
  })
})
