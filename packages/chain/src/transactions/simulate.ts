import type { Address } from '@parley/domain'
import { type Client, type Hex, numberToHex } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall } from './ContractCall.ts'

interface EthCall {
  readonly to: Address
  readonly data: Hex
  /** The sender; omitted for plain reads. */
  readonly from?: Address
  readonly valueWei?: bigint
}

/**
 * Runs a call against the latest block without sending it.
 *
 * Uses a raw request: viem's own action pulls in deployless calls and CCIP reads, which the page doesn't need.
 */
export function ethCall(chain: Client, { to, data, from, valueWei }: EthCall): Promise<Hex> {
  const request = {
    to,
    data,
    ...(from === undefined ? {} : { from }),
    ...(valueWei === undefined ? {} : { value: numberToHex(valueWei) }),
  }
  return chain.request({ method: 'eth_call', params: [request, 'latest'] })
}

/**
 * Simulates a transaction, so that one that would revert never reaches the wallet.
 *
 * @returns the encoded return value.
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
