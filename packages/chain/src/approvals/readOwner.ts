import type { Address, Nft } from '@parley/domain'
import type { Client } from 'viem'
import { readContract } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import { erc721Abi } from './erc721Abi.ts'

/** Who holds an NFT. Throws ChainFailureError, `reverted` where the contract knows no such token. */
export async function readOwner(chain: Client, { contract, tokenId }: Nft): Promise<Address> {
  try {
    return await readContract(chain, { address: contract, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
