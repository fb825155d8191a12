import type { Address } from '@parley/domain'
import { encodeFunctionData, hashMessage, type Client, type Hex } from 'viem'
import { verifyMessage } from 'viem/utils'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { isRevert } from '../holdings/HoldingsQuery.ts'
import { ethCall } from '../transactions/simulate.ts'

/** The first four bytes that a contract wallet answers when a signature is its own (ERC-1271). */
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
 * Whether an address signed a message (EIP-191), be it of a key or of a contract wallet. Only the latter asks the chain.
 *
 * @throws {ChainFailureError} where the chain does not answer.
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
    return false // Not of a form that a key makes.
  }
}
