import type { Address, Nft } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { ethCall } from '../transactions/contractCall.ts'

// Spelled out: parsing human-readable signatures would pull a parser into the page.
const owner = { type: 'address', name: 'owner' } as const
const operator = { type: 'address', name: 'operator' } as const
const tokenId = { type: 'uint256', name: 'tokenId' } as const
const address = [{ type: 'address', name: '' }] as const
const bool = [{ type: 'bool', name: '' }] as const

/** ERC-721 functions used for trading. */
export const erc721Abi = [
  { type: 'function', name: 'ownerOf', stateMutability: 'view', inputs: [tokenId], outputs: address },
  { type: 'function', name: 'isApprovedForAll', stateMutability: 'view', inputs: [owner, operator], outputs: bool },
  { type: 'function', name: 'getApproved', stateMutability: 'view', inputs: [tokenId], outputs: address },
  {
    type: 'function',
    name: 'setApprovalForAll',
    stateMutability: 'nonpayable',
    inputs: [operator, { type: 'bool', name: 'approved' }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address', name: 'to' }, tokenId],
    outputs: [],
  },
] as const

/** An NFT's owner. @throws ChainFailureError, `reverted` if the token doesn't exist. */
export async function readOwner(chain: Client, { contract, tokenId }: Nft): Promise<Address> {
  try {
    const question = { abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] } as const
    const data = await ethCall(chain, { to: contract, data: encodeFunctionData(question) })
    return decodeFunctionResult({ ...question, data })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
