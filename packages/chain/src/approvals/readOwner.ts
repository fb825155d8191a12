import type { Address, Nft } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, type Client } from 'viem'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import { ethCall } from '../transactions/ethCall.ts'
import { erc721Abi } from './erc721Abi.ts'

/** Who holds an NFT. Throws ChainFailureError, `reverted` where the contract knows no such token. */
export async function readOwner(chain: Client, { contract, tokenId }: Nft): Promise<Address> {
  try {
    const question = { abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] } as const
    const data = await ethCall(chain, { to: contract, data: encodeFunctionData(question) })
    return decodeFunctionResult({ ...question, data })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
