import type { Address } from '@parley/domain'
import { hexToBigInt, type Client } from 'viem'
import { ChainFailureError } from '../failures/ChainFailureError.ts'

/** The coin of an account, in wei. Throws ChainFailureError when nobody answers. */
export async function readBalance(chain: Client, address: Address): Promise<bigint> {
  try {
    return hexToBigInt(await chain.request({ method: 'eth_getBalance', params: [address, 'latest'] }))
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
