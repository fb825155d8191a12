import type { Address } from '@parley/domain'
import {
  type Client,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  type Hex,
} from 'viem'
import { verifyMessage } from 'viem/utils'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { isRevert } from '../holdings/HoldingsQuery.ts'

export interface SignedMessage {
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/**
 * Verifies an EIP-191 signature by a key or by a contract wallet, deployed (ERC-1271) or not yet (ERC-6492). Only for the
 * latter two the chain is asked. viem's own action would answer that a signature is wrong where no endpoint answers.
 *
 * @throws {ChainFailureError} if the chain is unreachable.
 */
export async function isSignedBy(chain: Client, { address, message, signature }: SignedMessage): Promise<boolean> {
  if (await isSignedByKey({ address, message, signature })) return true
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [address, hashMessage(message), signature],
    bytecode: erc6492SignatureValidatorByteCode,
  })
  try {
    return (await chain.request({ method: 'eth_call', params: [{ data }, 'latest'] })) === '0x01'
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
