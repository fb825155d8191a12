import type { Address } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData, type Hex, isHex, keccak256 } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { ethCall, type WalletProvider } from '../transactions/contractCall.ts'

/** Bytes of runtime code that the constructor fills in. */
export interface CodeRange {
  readonly start: number
  readonly length: number
}

/** By what a contract's code is recognised. */
interface KnownCode {
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

// Spelled out: the fee shows before the page loads the whole ABI, which only calls need.
const feeAbi = [
  { type: 'function', name: 'fee', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256', name: '' }] },
] as const

/** The platform fee of an escrow at this moment, in wei. Read before every send (decision G2). */
export async function readFee(chain: Client, escrow: Address): Promise<bigint> {
  try {
    const question = { abi: feeAbi, functionName: 'fee' } as const
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    return decodeFunctionResult({ ...question, data })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
