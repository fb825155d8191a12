import type { Address } from '@parley/domain'
import { numberToHex, type Client, type Hex } from 'viem'

export interface EthCall {
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
