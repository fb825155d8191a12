import { gasLimit, type Address } from '@parley/domain'
import { hexToBigInt, numberToHex, parseGwei, type Client } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall } from './ContractCall.ts'

export interface GasPlan {
  readonly gas: bigint
  readonly maxFeePerGasWei: bigint
  readonly maxPriorityFeePerGasWei: bigint
  /** What the gas will cost about: the limit at the current price. */
  readonly expectedCostWei: bigint
}

/**
 * Decision G1: estimates, adds a fifth, keeps to the ceilings; takes the network's suggested priority fee up to its ceiling.
 *
 * @throws ChainFailureError when the estimate reverts, when the wallet cannot pay, or when no block can be read.
 */
export async function planGas(chain: Client, from: Address, call: ContractCall): Promise<GasPlan> {
  const [estimatedGas, block, suggestedWei] = await Promise.all([
    estimate(chain, from, call),
    getBlock(chain).catch((error: unknown) => {
      throw ChainFailureError.from(error)
    }),
    suggestedPriorityFee(chain),
  ])
  const gas = gasLimit(call.gasRule, estimatedGas, call.nftCount, block.gasLimit)
  const ceilingWei = parseGwei(String(call.gasRule.priorityFeeCeilingGwei))
  const priorityWei = suggestedWei < ceilingWei ? suggestedWei : ceilingWei
  const baseFeeWei = block.baseFeePerGas ?? 0n
  return {
    gas,
    maxFeePerGasWei: baseFeeWei * 2n + priorityWei,
    maxPriorityFeePerGasWei: priorityWei,
    expectedCostWei: gas * (baseFeeWei + priorityWei),
  }
}

async function estimate(chain: Client, from: Address, { to, data, valueWei }: ContractCall): Promise<bigint | null> {
  try {
    const request = { from, to, data, value: numberToHex(valueWei) }
    return hexToBigInt(await chain.request({ method: 'eth_estimateGas', params: [request] }))
  } catch (error) {
    const failure = ChainFailureError.from(error)
    if (failure.failure.kind === 'reverted' || failure.failure.kind === 'funds') throw failure
    return null
  }
}

/** Zero where the network does not say: blocks on the C-Chain take transactions without a tip. */
async function suggestedPriorityFee(chain: Client): Promise<bigint> {
  try {
    return await estimateMaxPriorityFeePerGas(chain, { chain: null })
  } catch {
    return 0n
  }
}
