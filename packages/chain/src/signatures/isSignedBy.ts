import type { Address } from '@parley/domain'
import { encodeFunctionData, hashMessage, type Client, type Hex } from 'viem'
import { verifyMessage } from 'viem/utils'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { isRevert } from '../holdings/HoldingsQuery.ts'
import { ethCall } from '../transactions/contractCall.ts'

/** ERC-1271: the value a contract wallet returns for a valid signature. */
const magicValue = '0x1626ba7e'
const bytes32 = { type: 'bytes32', name: 'hash' } as const
const isValidSignature = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [bytes32, { type: 'bytes', name: 'signature' }],
    outputs: [{ type: 'bytes4', name: '' }],
  },
] as const

export interface SignedMessage {
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/**
 * Verifies an EIP-191 signature by a key or by a contract wallet. Only the latter queries the chain.
 *
 * @throws {ChainFailureError} if the chain is unreachable.
 */
export async function isSignedBy(chain: Client, { address, message, signature }: SignedMessage): Promise<boolean> {
  if (await isSignedByKey({ address, message, signature })) return true
  const call = {
    abi: isValidSignature,
    functionName: 'isValidSignature',
    args: [hashMessage(message), signature],
  } as const
  try {
    const answer = await ethCall(chain, { to: address, data: encodeFunctionData(call) })
    return answer.slice(0, magicValue.length) === magicValue && answer.length === 66
  } catch (error) {
    if (isRevert(error)) return false
    throw ChainFailureError.from(error)
  }
}

async function isSignedByKey(signed: SignedMessage): Promise<boolean> {
  try {
    return await verifyMessage(signed)
  } catch {
    return false // Malformed signature.
  }
}
