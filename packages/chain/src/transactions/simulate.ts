import type { Address } from '@parley/domain'
import { type Client, type Hex, numberToHex } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall } from './ContractCall.ts'

interface EthCall {
  readonly to: Address
  readonly data: Hex
  /** Whose call it is; nobody's for a plain read. */
  readonly from?: Address
  readonly valueWei?: bigint
}

/**
 * Runs a call against the newest block without sending it. The node is asked directly: the library's own action brings
 * code for contracts that are not deployed and for answers kept elsewhere, which the page would load for nothing.
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
