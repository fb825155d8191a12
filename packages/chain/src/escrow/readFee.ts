import type { Address } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, type Client } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/simulate.ts'
import { ChainFailureError } from '../failures/ChainFailure.ts'

/** The platform fee of an escrow at this moment, in wei. Read before every send (decision G2). */
export async function readFee(chain: Client, escrow: Address): Promise<bigint> {
  try {
    const question = { abi: swapEscrowAbi, functionName: 'fee' } as const
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    return decodeFunctionResult({ ...question, data })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
