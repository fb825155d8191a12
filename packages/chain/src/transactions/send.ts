import type { TxHash } from '@parley/domain'
import { numberToHex } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall, WalletConnection } from './ContractCall.ts'
import type { GasPlan } from './planGas.ts'
/**
 * Sends a transaction through the wallet, after a final check of its account and chain.
 * Waits as long as the user takes to decide.
 *
 * @throws ChainFailureError
 */
export async function send(
  wallet: WalletConnection,
  chainId: number,
  call: ContractCall,
  plan: GasPlan,
): Promise<TxHash> {
  try {
    const actual = await wallet.provider.request({ method: 'eth_chainId' })
    if (Number(actual) !== chainId) throw new ChainFailureError({ kind: 'wrongChain' })
    const hash = await wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [
        {
          // A wallet that has switched chains since the check refuses instead of sending there.
          chainId: numberToHex(chainId),
          from: wallet.address,
          to: call.to,
          data: call.data,
          value: numberToHex(call.valueWei),
          gas: numberToHex(plan.gas),
          maxFeePerGas: numberToHex(plan.maxFeePerGasWei),
          maxPriorityFeePerGas: numberToHex(plan.maxPriorityFeePerGasWei),
        },
      ],
    })
    return parseHash(hash)
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

export function parseHash(answer: unknown): TxHash {
  const [, digits] = typeof answer === 'string' ? (/^0x([0-9a-f]{64})$/i.exec(answer) ?? []) : []
  if (digits === undefined)
    throw new ChainFailureError({
      kind: 'unknown',
      code: null,
      message: 'the wallet answered without a transaction hash',
    })
  return `0x${digits.toLowerCase()}`
}
