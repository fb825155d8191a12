import type { Address } from '@parley/domain'
import { isHex, keccak256, type Hex } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { WalletProvider } from '../transactions/ContractCall.ts'

/** Bytes of runtime code that the constructor fills in. */
export interface CodeRange {
  readonly start: number
  readonly length: number
}

/** By what a contract's code is recognised. */
export interface KnownCode {
  /** keccak256 of the runtime code, immutables masked: the hash of what the compiler puts out. */
  readonly codeHash: Hex
  /** Left out: nothing is masked. */
  readonly immutables?: readonly CodeRange[] | undefined
}

/** keccak256 of runtime code with its immutables set to zero; null where there is no contract. */
export function codeHashOf(code: unknown, immutables: readonly CodeRange[] = []): Hex | null {
  if (!isHex(code) || code === '0x') return null
  const masked = immutables.reduce<Hex>(
    (text, { start, length }) =>
      `0x${text.slice(2, 2 + 2 * start)}${'0'.repeat(2 * length)}${text.slice(2 + 2 * (start + length))}`,
    code,
  )
  return keccak256(masked)
}

/**
 * Whether the wallet's own connection shows this escrow (decision C7). A chain id is not enough: the local chain and the real
 * one share it.
 *
 * @throws ChainFailureError when the wallet does not answer.
 */
export async function isSameNetwork(
  provider: WalletProvider,
  { address, codeHash, immutables }: KnownCode & { readonly address: Address },
): Promise<boolean> {
  try {
    const code = await provider.request({ method: 'eth_getCode', params: [address, 'latest'] })
    return codeHashOf(code, immutables) === codeHash
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
