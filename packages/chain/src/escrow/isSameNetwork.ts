import type { Address } from '@parley/domain'
import { isHex, keccak256 } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { WalletProvider } from '../transactions/ContractCall.ts'

/**
 * Whether the wallet's own connection shows the escrow that the server names (decision C7). A chain id is not enough:
 * the local chain and the real one share it.
 *
 * @throws ChainFailureError when the wallet does not answer.
 */
export async function isSameNetwork(
  provider: WalletProvider,
  escrow: { readonly address: Address; readonly codeHash: `0x${string}` },
): Promise<boolean> {
  try {
    const code = await provider.request({ method: 'eth_getCode', params: [escrow.address, 'latest'] })
    return isHex(code) && code !== '0x' && keccak256(code) === escrow.codeHash
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
