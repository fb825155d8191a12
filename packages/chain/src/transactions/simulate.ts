import type { Address } from '@parley/domain'
import type { Client, Hex } from 'viem'
import { call } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import type { ContractCall } from './ContractCall.ts'

/**
 * Runs a call against the newest block without sending it, so that a doomed transaction never reaches the wallet.
 *
 * @returns what the function returns, encoded.
 * @throws ChainFailureError, `reverted` with the contract's reason.
 */
export async function simulate(chain: Client, from: Address, { to, data, valueWei }: ContractCall): Promise<Hex> {
  try {
    const { data: returned = '0x' } = await call(chain, { account: from, to, data, value: valueWei })
    return returned
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
