import type { Address } from '@parley/domain'
import { keccak256, type PublicClient } from 'viem'

/** keccak256 of a contract's runtime code; null where there is no contract. */
export async function readCodeHash(chain: PublicClient, contract: Address): Promise<`0x${string}` | null> {
  const code = await chain.getCode({ address: contract })
  return code === undefined || code === '0x' ? null : keccak256(code)
}
