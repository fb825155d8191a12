import {
  createChainClient,
  findHoldings,
  findOwners,
  inspectCollection,
  mismatchesOf,
  type RpcOptions,
} from '@parley/chain'
import { avalancheCollections, type Collection } from '@parley/domain'
import { erc721Abi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localChainId, multicall3Address } from '../../src/chain/localChain.ts'
import { startChain, type Chain } from '../../src/chain/startChain.ts'
import {
  startRpcProxy,
  type Interference,
  type ProxiedCall,
  type RpcProxy,
  type RpcProxyOptions,
} from '../../src/rpcProxy.ts'
import { transact } from '../../src/contracts/transact.ts'
import { wallets } from '../../src/wallets.ts'
import { deploySmall, oddCode, placeCode, withBalance, type SmallCollection } from './smallCollections.ts'

let chain: Chain
let scanned: SmallCollection
let listed: SmallCollection
const proxies: RpcProxy[] = []
const alice = wallets.alice.account.address

beforeAll(async () => {
  chain = await startChain()
  scanned = await deploySmall(chain, 'scan', { tokens: 300 })
  listed = await deploySmall(chain, 'enumerable', { tokens: 120 })
})
afterAll(() => chain.stop())
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
})

async function given(node: RpcProxyOptions = {}, options: Partial<RpcOptions> = {}) {
  const proxy = await startRpcProxy(chain.url, node)
  proxies.push(proxy)
  const config = {
    chainId: localChainId,
    chainName: 'local',
    rpcUrls: [proxy.url],
    multicall3: multicall3Address,
  } as const
  // These are no tests of time-outs: a slow machine takes its time.
  const patience = { connectTimeoutMs: 240_000, requestTimeoutMs: 240_000, retryPauseMs: 1 }
  return { client: createChainClient(config, { ...patience, ...options }), proxy }
}

const refusal = (message: string) => ({
  kind: 'edit' as const,
  edit: (text: string) =>
    JSON.stringify(
      [JSON.parse(text)]
        .flat()
        .map(({ id }: { id: number }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message } })),
    ).replace(/^\[([^[]*)\]$/, text.startsWith('[') ? '[$1]' : '$1'),
})

const isOverride = ({ params }: ProxiedCall): boolean => params.length > 2
const isCreation = ({ method, params: [call] }: ProxiedCall): boolean =>
  method === 'eth_call' && typeof call === 'object' && call !== null && !('to' in call)
const isMulticall = ({ params: [call] }: ProxiedCall): boolean =>
  typeof call === 'object' && call !== null && 'to' in call && call.to === multicall3Address
/** The range in the last words of a scan: from, to, maxBytes. */
const idsAsked = ({ params: [call] }: ProxiedCall): bigint => {
  const data = typeof call === 'object' && call !== null && 'data' in call ? String(call.data) : '0x'
  const word = (fromEnd: number): bigint => BigInt(`0x${data.slice(data.length - fromEnd * 64).slice(0, 64)}`)
  return word(2) - word(3)
}

const nodes: Record<string, RpcProxyOptions['interfere']> = {
  'allows everything': () => undefined,
  'forbids state overrides': (calls) =>
    calls.some(isOverride) ? refusal('state override is not supported') : undefined,
  'forbids calls without a receiver': (calls) => (calls.some(isCreation) ? refusal('to is required') : undefined),
  'runs no scanner at all': (calls) =>
    calls.some((call) => isCreation(call) || isOverride(call)) ? refusal('not supported') : undefined,
  'runs neither scanner nor Multicall3': (calls) =>
    calls.some((call) => isCreation(call) || isOverride(call) || isMulticall(call))
      ? refusal('not supported')
      : undefined,
  'takes scans of 1,000 ids and no more': (calls) =>
    calls.some((call) => (isCreation(call) || isOverride(call)) && idsAsked(call) > 1_000n)
      ? refusal('out of gas')
      : undefined,
  'takes one call a request': (calls) =>
    calls.length > 1
      ? {
          kind: 'answer',
          status: 200,
          body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}',
        }
      : undefined,
}

const idsOf = (small: SmallCollection, holder: string): bigint[] =>
  [...small.holders].filter(([, owner]) => owner === holder).map(([id]) => id)

describe('given a node that', () => {
  it.each(Object.keys(nodes))('%s: the same NFTs are found as were minted', async (name) => {
    const { client } = await given({ interfere: nodes[name] })
    const found = await findHoldings(client, [scanned.row, listed.row], alice)
    expect(
      found.map(({ outcome }) => ('nfts' in outcome ? outcome.nfts.map(({ tokenId }) => tokenId) : outcome)),
    ).toEqual([idsOf(scanned, alice), idsOf(listed, alice)])
  })

  it.each(Object.keys(nodes))('%s: the same owners are found as were minted to', async (name) => {
    const { client } = await given({ interfere: nodes[name] })
    const block = await chain.client.getBlockNumber()
    for (const small of [scanned, listed]) {
      const outcome = await findOwners(client, small.row, block)
      const owners =
        'tokens' in outcome ? new Map(outcome.tokens.map(({ tokenId, owner }) => [tokenId, owner])) : outcome
      expect(owners).toEqual(small.holders)
    }
  })

  it('goes away while it is asked whether it runs the scanner: it is asked again when it is back', async () => {
    const { client, proxy } = await given({})
    let scans = 0
    proxy.interfere((calls) => {
      if (!calls.some(isOverride)) return undefined
      scans += 1
      return scans === 1 ? refusal('out of gas') : { kind: 'reset' }
    })
    const block = await chain.client.getBlockNumber()
    expect(await findOwners(client, scanned.row, block)).toEqual({ unreadable: 'unreachable' })
    expect(scans).toBeGreaterThan(1)
    proxy.interfere(() => undefined)
    expect(await findOwners(client, scanned.row, block)).toHaveProperty('tokens')
  })

  it('takes two megabytes and no more: nothing that is sent is larger', async () => {
    const { client, proxy } = await given({ maxBodyBytes: 2_000_000, interfere: nodes['runs no scanner at all'] })
    const rows = Array.from({ length: 18 }, () => scanned.row)
    const found = await findHoldings(client, rows, alice)
    const outcomes = found.map(({ outcome }) => ('nfts' in outcome ? outcome.nfts.length : outcome))
    expect(outcomes).toEqual(rows.map(() => 200))
    expect(proxy.traffic().calls['eth_call']).toBeGreaterThan(18)
  })

  it('caps the gas of calls: what stops in the middle is gone on with', async () => {
    const { client, proxy } = await given({ interfere: () => littleGas })
    const found = await findHoldings(client, [scanned.row, listed.row], alice)
    expect(found.map(({ outcome }) => ('nfts' in outcome ? outcome.nfts.length : outcome))).toEqual([200, 80])
    expect(proxy.traffic().calls['eth_call']).toBeGreaterThan(2)
  })

  it('caps the gas of calls below what one token may take: the other ways are gone', async () => {
    const hardlyAny: Interference = { kind: 'rewrite', rewrite: (text) => text.replaceAll('0x2faf080', '0xdbba0') }
    const { client } = await given({ interfere: () => hardlyAny })
    const found = await findHoldings(client, [scanned.row, listed.row], alice)
    expect(found.map(({ outcome }) => ('nfts' in outcome ? outcome.nfts.length : outcome))).toEqual([200, 80])
  })
})

/** Four million, as a node might say that is careful with its time. */
const littleGas: Interference = { kind: 'rewrite', rewrite: (text) => text.replaceAll('0x2faf080', '0x3d0900') }

describe('given tokens that move between two pages of a scan', () => {
  it('tells what was true at the block of the first', async () => {
    const collection = await deploySmall(chain, 'scan', { tokens: 300 })
    const before = idsOf(collection, alice)
    const { client, proxy } = await given({ interfere: () => littleGas })
    let moved = false
    proxy.holdBack(async (calls) => {
      if (moved || !calls.some(isCreation)) return
      moved = true
      await transact(chain.client, {
        from: wallets.alice,
        to: collection.row.address,
        abi: erc721Abi,
        functionName: 'transferFrom',
        args: [alice, wallets.carol.account.address, before.at(-1)],
      })
    })
    // The last id that is hers lies behind what the first page reads.
    const row: Collection = { ...collection.row, discovery: { kind: 'scan', lastId: 9_000 } }
    const [found] = await findHoldings(client, [row], alice)
    expect(found?.outcome).toMatchObject({ nfts: before.map((tokenId) => ({ tokenId })) })
    const [later] = await findHoldings(client, [row], alice)
    expect(later?.outcome).toMatchObject({ balance: BigInt(before.length - 1) })
  })
})

describe('given a collection that is broken', () => {
  const scan = { kind: 'scan', lastId: 50 } as const
  const enumerable = { kind: 'enumerable' } as const
  const cases: [string, `0x${string}`, Collection['discovery'], string][] = [
    ['is not there', oddCode.nothing, scan, 'noContract'],
    ['reverts', oddCode.reverts, scan, 'noBalance'],
    ['answers nonsense', oddCode.nonsense, scan, 'nonsense'],
    ['answers one byte', oddCode.short, scan, 'noBalance'],
    ['never answers', oddCode.endless, scan, 'noBalance'],
    ['has a balance and no owners', withBalance(oddCode.reverts), scan, 'beyondScan'],
    ['has a balance and owners that are none', withBalance(oddCode.nonsense), scan, 'nonsense'],
    ['has a balance and owners that never come', withBalance(oddCode.endless), scan, 'outOfGas'],
    ['has a balance and no list', withBalance(oddCode.reverts), enumerable, 'nonsense'],
  ]

  it.each(cases)(
    'because it %s: it is unreadable, never empty, and the others are read',
    async (_, code, discovery, reason) => {
      const broken = await placeCode(
        chain,
        0xbad000 + cases.findIndex(([, other, how]) => other === code && how === discovery),
        code,
        discovery,
      )
      const { client } = await given()
      const [first, second] = await findHoldings(client, [broken, scanned.row], alice)
      expect(first?.outcome).toEqual({ unreadable: reason })
      expect(second?.outcome).toMatchObject({ balance: 200n })
    },
  )
})

describe('given a chain that cannot be reached', () => {
  it('says so of every collection', async () => {
    const { client } = await given({ interfere: () => ({ kind: 'reset' }) })
    const found = await findHoldings(client, [scanned.row, listed.row], alice)
    expect(found.map(({ outcome }) => outcome)).toEqual([{ unreadable: 'unreachable' }, { unreadable: 'unreachable' }])
  })
})

describe('given Smol Joes, which is listed where its contract can, and scanned where not', () => {
  const smolJoes = avalancheCollections.find(({ key }) => key === 'smol-joes-season-2')
  it.each([
    ['a list', () => listed],
    ['no list', () => scanned],
  ])('finds the same with %s', async (_, given_) => {
    const { client } = await given()
    const small = given_()
    if (!smolJoes) throw new Error('The registry has no Smol Joes')
    const row: Collection = { ...smolJoes, address: small.row.address }
    const [found] = await findHoldings(client, [row], alice)
    expect(found?.outcome).toMatchObject({ nfts: idsOf(small, alice).map((tokenId) => ({ tokenId })) })
    const owners = await findOwners(client, row, await chain.client.getBlockNumber())
    expect('tokens' in owners && new Map(owners.tokens.map(({ tokenId, owner }) => [tokenId, owner]))).toEqual(
      small.holders,
    )
    expect(
      await inspectCollection(client, row).then((facts) => mismatchesOf({ ...row, name: facts.name ?? '' }, facts)),
    ).toEqual([])
  })
})

describe('given tokens beyond the size that is scanned', () => {
  it('tells of the balance that is larger than what was found', async () => {
    const { client } = await given()
    const row: Collection = { ...scanned.row, discovery: { kind: 'scan', lastId: 30 } }
    const [found] = await findHoldings(client, [row], alice)
    expect(found?.outcome).toMatchObject({
      balance: 200n,
      nfts: [{ tokenId: 10n }, { tokenId: 17n }, { tokenId: 31n }].slice(0, 2),
    })
  })
})

describe('given an aborted request', () => {
  it('stops, tells no more, and rejects with the reason', async () => {
    const { client } = await given({ delayMs: 100 })
    const controller = new AbortController()
    const told: unknown[] = []
    const finding = findHoldings(client, [scanned.row], alice, {
      signal: controller.signal,
      onProgress: (found) => told.push(found),
    })
    controller.abort(new Error('another address'))
    await expect(finding).rejects.toThrow('another address')
    expect(told).toEqual([])
  })
})

describe('given eighteen collections', () => {
  it('are requested in batches of at most 18 calls and 64 KB, and report progress for each', async () => {
    const { client, proxy } = await given()
    await client.getBlockNumber()
    proxy.reset()
    const told: string[] = []
    const rows = Array.from({ length: 18 }, (_, index) => (index % 3 === 0 ? listed.row : scanned.row))
    await findHoldings(client, rows, alice, { onProgress: ({ collection }) => told.push(collection.key) })
    const { requests, calls, bytesSent } = proxy.traffic()
    expect(requests).toBe(1)
    expect(calls).toEqual({ eth_call: 18 })
    expect(bytesSent).toBeLessThanOrEqual(64 * 1024)
    expect(told.toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
  })
})
