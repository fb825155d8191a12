import {
  type Address,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  erc721Abi,
  getAddress,
  type Hex,
  multicall3Abi,
  type PublicClient,
  size,
  sliceHex,
  zeroAddress,
} from 'viem'
import { getBlockNumber } from 'viem/actions'
import {
  type HoldingsQuery,
  type HoldingsResult,
  type HoldingsStrategy,
  isRangeFault,
  isRevert,
  UnsupportedStrategyError,
} from './HoldingsQuery.ts'
import type { AtBlock, ScannedToken } from './scanner.ts'

// Spelled out: parsing human-readable signatures would pull a parser into the page.
const uint256 = [{ type: 'uint256', name: '' }] as const
const enumerableAbi = [
  { type: 'function', name: 'totalSupply', stateMutability: 'view', inputs: [], outputs: uint256 },
  {
    type: 'function',
    name: 'tokenByIndex',
    stateMutability: 'view',
    inputs: [{ type: 'uint256', name: 'index' }],
    outputs: uint256,
  },
  {
    type: 'function',
    name: 'tokenOfOwnerByIndex',
    stateMutability: 'view',
    inputs: [
      { type: 'address', name: 'owner' },
      { type: 'uint256', name: 'index' },
    ],
    outputs: uint256,
  },
] as const

/** Ids queried before checking again whether all of the holder's tokens are found. */
const idsAtOnce = 800

/** The specification's two ways: `balanceOf` with `tokenOfOwnerByIndex`, or `ownerOf` for every id. */
export function readByCalls(client: Client, ask: CallContract): HoldingsStrategy {
  return async function read(query: HoldingsQuery): Promise<HoldingsResult> {
    const block = query.at === 'latest' ? await getBlockNumber(client, { cacheTime: 0 }) : query.at
    const reader = createTokenReader(query.collection, ask, block, query.signal)
    if (query.job === 'ownersByScan') {
      const tokens = await reader.owners(0n, query.lastId)
      return tokens ? { block, total: 0n, tokens } : { unreadable: 'nonsense' }
    }
    const [total] = await reader.numbers([query.job === 'ownersByIndex' ? supplyCall() : balanceCall(query.holder)])
    if (total === undefined) return { unreadable: 'noBalance' }
    const tokens = await tokensOf(query, reader, total)
    return tokens ? { block, total, tokens } : { unreadable: 'nonsense' }
  }
}

type TokenReader = ReturnType<typeof createTokenReader>

async function tokensOf(query: HoldingsQuery, reader: TokenReader, total: bigint): Promise<ScannedToken[] | undefined> {
  if (query.job === 'heldByScan') return reader.heldByScan(query.holder, query.lastId, total)
  const indices = range(0n, total - 1n)
  const ids = await reader.numbers(
    indices.map((index) => (query.job === 'heldByIndex' ? indexCall(query.holder, index) : globalIndexCall(index))),
  )
  const known = ids.filter((id) => id !== undefined)
  if (known.length !== ids.length) return undefined
  return query.job === 'heldByIndex' ? known.map((tokenId) => ({ tokenId })) : reader.ownersOf(known)
}

function createTokenReader(collection: Address, ask: CallContract, block: bigint, signal: AbortSignal | undefined) {
  async function numbers(calls: readonly Hex[]): Promise<(bigint | undefined)[]> {
    const answers = await ask(collection, calls, block, signal)
    return answers.map((answer) =>
      answer !== undefined && size(answer) >= 32 ? BigInt(sliceHex(answer, 0, 32)) : undefined,
    )
  }

  /** Undefined when an answer isn't an address; ids without an owner are omitted. */
  async function ownersOf(ids: readonly bigint[]): Promise<ScannedToken[] | undefined> {
    const answers = await ask(collection, ids.map(ownerCall), block, signal)
    const tokens: ScannedToken[] = []
    for (const [index, answer] of answers.entries()) {
      const tokenId = ids[index]
      if (answer === undefined || tokenId === undefined) continue
      if (size(answer) < 32 || BigInt(sliceHex(answer, 0, 32)) >> 160n !== 0n) return undefined
      const owner = getAddress(sliceHex(answer, 12, 32))
      if (owner !== zeroAddress) tokens.push({ tokenId, owner })
    }
    return tokens
  }

  async function owners(from: bigint, to: bigint): Promise<ScannedToken[] | undefined> {
    return ownersOf(range(from, to))
  }

  async function heldByScan(holder: Address, lastId: bigint, balance: bigint): Promise<ScannedToken[] | undefined> {
    const held: ScannedToken[] = []
    for (let from = 0n; from <= lastId && BigInt(held.length) < balance; from += BigInt(idsAtOnce)) {
      const end = from + BigInt(idsAtOnce) - 1n
      const part = await owners(from, end < lastId ? end : lastId)
      if (!part) return undefined
      held.push(...part.filter(({ owner }) => owner === getAddress(holder)).map(({ tokenId }) => ({ tokenId })))
    }
    return held
  }

  return { numbers, ownersOf, owners, heldByScan }
}

function range(from: bigint, to: bigint): bigint[] {
  return Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index))
}

const ownerCall = (id: bigint): Hex => encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [id] })
const balanceCall = (holder: Address): Hex =>
  encodeFunctionData({ abi: erc721Abi, functionName: 'balanceOf', args: [holder] })
const supplyCall = (): Hex => encodeFunctionData({ abi: enumerableAbi, functionName: 'totalSupply' })
const globalIndexCall = (index: bigint): Hex =>
  encodeFunctionData({ abi: enumerableAbi, functionName: 'tokenByIndex', args: [index] })
const indexCall = (holder: Address, index: bigint): Hex =>
  encodeFunctionData({ abi: enumerableAbi, functionName: 'tokenOfOwnerByIndex', args: [holder, index] })

/** Calls one collection and returns the answers in order; undefined where the contract reverted. */
type CallContract = (
  collection: Address,
  calls: readonly Hex[],
  at: AtBlock,
  signal?: AbortSignal,
) => Promise<(Hex | undefined)[]>

/** Calls per `aggregate3`: at 30,000 gas each, far below what nodes allow. */
const multicallSize = 400

/** Calls through Multicall3. @throws {UnsupportedStrategyError} if it isn't deployed, or the node refuses even small batches. */
export function callByMulticall(client: Client, multicall3: Address): CallContract {
  return async function ask(collection, calls, at, signal) {
    const answers: (Hex | undefined)[] = []
    let size = multicallSize
    while (answers.length < calls.length) {
      const part = calls.slice(answers.length, answers.length + size)
      try {
        answers.push(...(await aggregate(client, multicall3, collection, part, at, signal)))
      } catch (error) {
        if (!isRangeFault(error)) throw error
        if (size <= 10) throw new UnsupportedStrategyError()
        size = Math.floor(size / 2)
      }
    }
    return answers
  }
}

async function aggregate(
  client: Client,
  multicall3: Address,
  target: Address,
  calls: readonly Hex[],
  at: AtBlock,
  signal?: AbortSignal,
): Promise<(Hex | undefined)[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls.map((callData) => ({ target, callData, allowFailure: true }))],
  })
  const answer = await ethCall(client, multicall3, data, at, signal)
  if (answer === '0x') throw new UnsupportedStrategyError()
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
  return results.map(({ success, returnData }) => (success ? returnData : undefined))
}

/** Concurrent calls: the specification's batches of 50. */
const plainBatch = 50

/** One `eth_call` per query, in batches of 50. Every node supports this. */
export function callOneByOne(client: Client): CallContract {
  return async function ask(collection, calls, at, signal) {
    const answers: (Hex | undefined)[] = []
    while (answers.length < calls.length) {
      const part = calls.slice(answers.length, answers.length + plainBatch)
      answers.push(
        ...(await Promise.all(
          part.map((data) => ethCall(client, collection, data, at, signal).catch(undefinedIfReverted)),
        )),
      )
    }
    return answers
  }
}

function undefinedIfReverted(error: unknown): undefined {
  if (!isRevert(error)) throw error
}

function ethCall(client: Client, to: Address, data: Hex, at: AtBlock, signal?: AbortSignal): Promise<Hex> {
  const block = at === 'latest' ? at : (`0x${at.toString(16)}` as const)
  return client.request({ method: 'eth_call', params: [{ to, data }, block] }, signal ? { signal } : {})
}

/**
 * Reads each holder's balance in a collection at one block, through Multicall3 if available.
 *
 * Undefined where the collection returns no number. Rejects when the chain is unreachable.
 */
export async function readBalances(
  client: PublicClient,
  collection: Address,
  holders: readonly Address[],
  block: bigint,
): Promise<(bigint | undefined)[]> {
  const calls = holders.map((holder) =>
    encodeFunctionData({ abi: erc721Abi, functionName: 'balanceOf', args: [holder] }),
  )
  const multicall3: Address | undefined = client.chain?.contracts?.multicall3?.address
  const plain = () => callOneByOne(client)(collection, calls, block)
  const answers = await (multicall3
    ? callByMulticall(client, multicall3)(collection, calls, block).catch(orElse(plain))
    : plain())
  return answers.map((answer) =>
    answer !== undefined && size(answer) >= 32 ? BigInt(sliceHex(answer, 0, 32)) : undefined,
  )
}

function orElse<T>(next: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof UnsupportedStrategyError) return next()
    throw error
  }
}
