import type { Address } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, type Client } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { ethCall } from '../transactions/simulate.ts'

// Spelled out: the fee shows before the page loads the whole ABI, which only calls need.
const feeAbi = [
  { type: 'function', name: 'fee', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256', name: '' }] },
] as const

/** The platform fee of an escrow at this moment, in wei. Read before every send (decision G2). */
export async function readFee(chain: Client, escrow: Address): Promise<bigint> {
  try {
    const question = { abi: feeAbi, functionName: 'fee' } as const
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    return decodeFunctionResult({ ...question, data })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
