import { type Address, gasLimit, type GasRule, type TxHash } from '@parley/domain'
import { type Client, hexToBigInt, numberToHex, parseGwei } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall, WalletConnection } from './contractCall.ts'

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
