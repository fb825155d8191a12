import type { Address } from '@parley/domain'
import type { Client, Hex } from 'viem'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import type { ContractCall } from './ContractCall.ts'
import { ethCall } from './ethCall.ts'

/**
 * Runs a call against the newest block without sending it, so that a doomed transaction never reaches the wallet.
 *
 * @returns what the function returns, encoded.
 * @throws ChainFailureError, `reverted` with the contract's reason.
 */
export async function simulate(
  chain: Client,
  from: Address,
  { to, data, valueWei }: Pick<ContractCall, 'to' | 'data' | 'valueWei'>,
): Promise<Hex> {
  try {
    return await ethCall(chain, { from, to, data, valueWei })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
