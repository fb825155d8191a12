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
import { isRangeFault, isRevert, WayClosedError } from './HoldingsQuery.ts'
import type { AtBlock } from './scanner.ts'

/** Answers to calls of one collection, in order; undefined where the contract reverted. */
export type AskCalls = (
  collection: Address,
  calls: readonly Hex[],
  at: AtBlock,
  signal?: AbortSignal,
) => Promise<(Hex | undefined)[]>

/** Calls in one `aggregate3`: at 30,000 gas each they stay far below what nodes allow. */
const multicallSize = 400

/** Through Multicall3. @throws {WayClosedError} where there is none, or the node refuses even small ones. */
export function askByMulticall(client: Client, multicall3: Address): AskCalls {
  return async function ask(collection, calls, at, signal) {
    const answers: (Hex | undefined)[] = []
    let size = multicallSize
    while (answers.length < calls.length) {
      const part = calls.slice(answers.length, answers.length + size)
      try {
        answers.push(...(await aggregate(client, multicall3, collection, part, at, signal)))
      } catch (error) {
        if (!isRangeFault(error)) throw error
        if (size <= 10) throw new WayClosedError()
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
  if (answer === '0x') throw new WayClosedError()
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
  return results.map(({ success, returnData }) => (success ? returnData : undefined))
}

/** Calls on their way at the same time: the specification's batches of 50. */
const plainBatch = 50

/** One `eth_call` a question, in batches of 50: the way that every node goes. */
export function askPlainly(client: Client): AskCalls {
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
 * What a collection says each holder has, at one block: in one call through Multicall3, else in plain ones. Undefined where it
 * gives no number. Rejects when the chain cannot be reached.
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
  const plain = () => askPlainly(client)(collection, calls, block)
  const answers = await (multicall3
    ? askByMulticall(client, multicall3)(collection, calls, block).catch(orElse(plain))
    : plain())
  return answers.map((answer) =>
    answer !== undefined && size(answer) >= 32 ? BigInt(sliceHex(answer, 0, 32)) : undefined,
  )
}

function orElse<T>(next: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof WayClosedError) return next()
    throw error
  }
}
