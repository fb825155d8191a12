import type { Address, Nft, OfferId } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, hexToBigInt, type Client } from 'viem'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/ethCall.ts'

/** The offer that holds an NFT: an open one, or a cancelled one that could not return it. Null if none. @throws ChainFailureError */
export async function readCustody(chain: Client, escrow: Address, { contract, tokenId }: Nft): Promise<OfferId | null> {
  const question = { abi: swapEscrowAbi, functionName: 'custodyOf', args: [contract, tokenId] } as const
  try {
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    const offerId = decodeFunctionResult({ ...question, data })
    return hexToBigInt(offerId) === 0n ? null : offerId
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
