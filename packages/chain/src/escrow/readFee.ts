import type { Address } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, type Client } from 'viem'
import { ethCall } from '../transactions/ethCall.ts'
import { ChainFailureError } from '../failures/ChainFailureError.ts'

// Written out: the whole interface is fetched when somebody calls the escrow, the fee is shown before.
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
