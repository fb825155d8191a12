import type { Address } from '@parley/domain'
import { multicall3Abi, type Hex, type PublicClient } from 'viem'

export interface Question {
  readonly target: Address
  readonly callData: Hex
}

export interface Answer {
  readonly success: boolean
  readonly returnData: Hex
}

/** Asks everything in one call, so that all answers are of one block. @throws if the call as a whole fails. */
export async function aggregate(
  chain: PublicClient,
  questions: readonly Question[],
  block?: number,
): Promise<readonly Answer[]> {
  if (questions.length === 0) return []
  const multicall3 = chain.chain?.contracts?.['multicall3']
  if (!multicall3 || !('address' in multicall3)) throw new RangeError('the chain is configured without Multicall3')
  const answers = await chain.readContract({
    address: multicall3.address,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [questions.map((question) => ({ ...question, allowFailure: true }))],
    ...(block !== undefined && { blockNumber: BigInt(block) }),
  })
  if (answers.length !== questions.length) throw new RangeError('an endpoint left answers out')
  return answers
}
