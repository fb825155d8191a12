import { gasLimit, type Address, type GasRule } from '@parley/domain'
import { hexToBigInt, numberToHex, parseGwei, type Client } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall } from './ContractCall.ts'

export interface GasPlan {
  readonly gas: bigint
  readonly maxFeePerGasWei: bigint
  readonly maxPriorityFeePerGasWei: bigint
  /** Estimated cost: the limit at the current price. */
  readonly expectedCostWei: bigint
}

/**
 * Estimates, adds a fifth and applies the ceilings to gas and priority fee (decision G1).
 *
 * @throws ChainFailureError if the estimate reverts, the wallet can't pay, or no block can be read.
 */
export async function planGas(chain: Client, from: Address, call: ContractCall): Promise<GasPlan> {
  const [estimatedGas, price] = await Promise.all([estimate(chain, from, call), readGasPrice(chain, call.gasRule)])
  return planAt(price, gasLimit(call.gasRule, estimatedGas, call.nftCount, price.blockGasLimit))
}

export interface GasPrice {
  readonly baseFeeWei: bigint
  readonly priorityFeeWei: bigint
  readonly blockGasLimit: bigint
}

/** The price of gas now, its tip below the rule's ceiling. @throws ChainFailureError if no block can be read. */
export async function readGasPrice(chain: Client, { priorityFeeCeilingGwei }: GasRule): Promise<GasPrice> {
  const [block, suggestedWei] = await Promise.all([
    getBlock(chain).catch((error: unknown) => {
      throw ChainFailureError.from(error)
    }),
    suggestedPriorityFee(chain),
  ])
  const ceilingWei = parseGwei(String(priorityFeeCeilingGwei))
  return {
    baseFeeWei: block.baseFeePerGas ?? 0n,
    priorityFeeWei: suggestedWei < ceilingWei ? suggestedWei : ceilingWei,
    blockGasLimit: block.gasLimit,
  }
}

/** Leaves room for the base fee to double. */
export function planAt({ baseFeeWei, priorityFeeWei }: GasPrice, gas: bigint): GasPlan {
  return {
    gas,
    maxFeePerGasWei: baseFeeWei * 2n + priorityFeeWei,
    maxPriorityFeePerGasWei: priorityFeeWei,
    expectedCostWei: gas * (baseFeeWei + priorityFeeWei),
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

/** Zero if the network suggests nothing: the C-Chain accepts transactions without a tip. */
async function suggestedPriorityFee(chain: Client): Promise<bigint> {
  try {
    return await estimateMaxPriorityFeePerGas(chain, { chain: null })
  } catch {
    return 0n
  }
}
