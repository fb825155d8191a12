import type { Client } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock } from 'viem/actions'

/** What a unit of gas costs now in wei: base fee and suggested tip. No tip if the endpoint suggests none. */
export async function readGasPrice(chain: Client): Promise<bigint> {
  const [block, tipWei] = await Promise.all([
    getBlock(chain),
    estimateMaxPriorityFeePerGas(chain, { chain: null }).catch(() => 0n),
  ])
  return (block.baseFeePerGas ?? 0n) + tipWei
}
