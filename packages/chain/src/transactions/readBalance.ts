import type { Address } from '@parley/domain'
import { hexToBigInt, type Client } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'

/** An account's balance in wei. @throws ChainFailureError */
export async function readBalance(chain: Client, address: Address): Promise<bigint> {
  try {
    return hexToBigInt(await chain.request({ method: 'eth_getBalance', params: [address, 'latest'] }))
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
