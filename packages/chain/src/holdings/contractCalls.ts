import {
  type Address,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  erc721Abi,
  type Hex,
  multicall3Abi,
  type PublicClient,
  size,
  sliceHex,
} from 'viem'
import { isRangeFault, isRevert, UnsupportedStrategyError } from './HoldingsQuery.ts'
import type { AtBlock } from './scanner.ts'

/** Calls one collection and returns the answers in order; undefined where the contract reverted. */
export type CallContract = (
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
