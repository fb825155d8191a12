import type { Address } from '@parley/domain'
import type { Client } from 'viem'
import { readContract } from 'viem/actions'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ChainFailureError } from '../failures/ChainFailureError.ts'

/** The platform fee of an escrow at this moment, in wei. Read before every send (decision G2). */
export async function readFee(chain: Client, escrow: Address): Promise<bigint> {
  try {
    return await readContract(chain, { address: escrow, abi: swapEscrowAbi, functionName: 'fee' })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
