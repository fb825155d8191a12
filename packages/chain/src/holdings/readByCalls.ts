import {
  encodeFunctionData,
  erc721Abi,
  getAddress,
  size,
  sliceHex,
  zeroAddress,
  type Address,
  type Hex,
  type Client,
} from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { AskCalls } from './contractCalls.ts'
import type { Question, Reading, Way } from './HoldingsQuery.ts'
import type { ScannedToken } from './scanner.ts'

// Written out: reading human-readable signatures would bring a parser into the page.
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

/** Ids asked for between two looks at whether all of a holder's tokens are found. */
const idsAtOnce = 800

/** The specified ways: `balanceOf` and `tokenOfOwnerByIndex`, or `ownerOf` for every id up to the collection's size. */
export function readByCalls(client: Client, ask: AskCalls): Way {
  return async function read(question: Question): Promise<Reading> {
    const block = question.at === 'latest' ? await getBlockNumber(client, { cacheTime: 0 }) : question.at
    const questions = createQuestions(question.collection, ask, block, question.signal)
    if (question.job === 'ownersByScan') {
      const tokens = await questions.owners(0n, question.lastId)
      return tokens ? { block, total: 0n, tokens } : { unreadable: 'nonsense' }
    }
    const [total] = await questions.numbers([
      question.job === 'ownersByIndex' ? supplyCall() : balanceCall(question.holder),
    ])
    if (total === undefined) return { unreadable: 'noBalance' }
    const tokens = await tokensOf(question, questions, total)
    return tokens ? { block, total, tokens } : { unreadable: 'nonsense' }
  }
}

type Questions = ReturnType<typeof createQuestions>

async function tokensOf(question: Question, questions: Questions, total: bigint): Promise<ScannedToken[] | undefined> {
  if (question.job === 'heldByScan') return questions.heldByScan(question.holder, question.lastId, total)
  const indices = range(0n, total - 1n)
  const ids = await questions.numbers(
    indices.map((index) =>
      question.job === 'heldByIndex' ? indexCall(question.holder, index) : globalIndexCall(index),
    ),
  )
  const known = ids.filter((id) => id !== undefined)
  if (known.length !== ids.length) return undefined
  return question.job === 'heldByIndex' ? known.map((tokenId) => ({ tokenId })) : questions.ownersOf(known)
}

function createQuestions(collection: Address, ask: AskCalls, block: bigint, signal: AbortSignal | undefined) {
  async function numbers(calls: readonly Hex[]): Promise<(bigint | undefined)[]> {
    const answers = await ask(collection, calls, block, signal)
    return answers.map((answer) =>
      answer !== undefined && size(answer) >= 32 ? BigInt(sliceHex(answer, 0, 32)) : undefined,
    )
  }

  /** Undefined when an answer is no address; ids without an owner are left out. */
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
