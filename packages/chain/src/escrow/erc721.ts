import { type Address, approvalGasRule, type Nft, sameAddress } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData, zeroAddress } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { type ContractCall, ethCall } from '../transactions/contractCall.ts'

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

interface ApprovalQuestion {
  readonly contract: Address
  readonly owner: Address
  readonly operator: Address
  /** The NFTs in the deal; individual approvals for all of them count too. */
  readonly tokenIds: readonly bigint[]
}

/** `collection`: the whole collection. `tokens`: each NFT in the deal. `some`, `none`: not enough to trade. */
export type ApprovalScope = 'collection' | 'tokens' | 'some' | 'none'

/**
 * Reads whether the operator may move a deal's NFTs of one collection.
 *
 * @throws ChainFailureError if contract or endpoint doesn't answer: unreadable isn't the same as not approved.
 */
export async function readApproval(
  chain: Client,
  { contract, owner, operator, tokenIds }: ApprovalQuestion,
): Promise<ApprovalScope> {
  try {
    if (await isApprovedForAll(chain, contract, [owner, operator])) return 'collection'
    if (tokenIds.length === 0) return 'none'
    const approved = await Promise.all(tokenIds.map((tokenId) => approvedFor(chain, contract, tokenId)))
    const count = approved.filter((address) => sameAddress(address, operator)).length
    return count === tokenIds.length ? 'tokens' : count > 0 ? 'some' : 'none'
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** Who may move one NFT by its own approval. @throws ChainFailureError */
export async function readApprovedFor(chain: Client, { contract, tokenId }: Nft): Promise<Address> {
  try {
    return await approvedFor(chain, contract, tokenId)
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

async function isApprovedForAll(chain: Client, contract: Address, args: readonly [Address, Address]): Promise<boolean> {
  const question = { abi: erc721Abi, functionName: 'isApprovedForAll', args } as const
  const data = await ethCall(chain, { to: contract, data: encodeFunctionData(question) })
  return decodeFunctionResult({ ...question, data })
}

async function approvedFor(chain: Client, contract: Address, tokenId: bigint): Promise<Address> {
  const question = { abi: erc721Abi, functionName: 'getApproved', args: [tokenId] } as const
  const data = await ethCall(chain, { to: contract, data: encodeFunctionData(question) })
  return decodeFunctionResult({ ...question, data })
}

export interface ApprovalSubject {
  readonly contract: Address
  readonly operator: Address
  /** One NFT; without it, the whole collection. */
  readonly tokenId?: bigint | undefined
  /** Priority fee ceiling, if the collection has its own. */
  readonly priorityFeeGwei?: number | undefined
}

/** Lets the operator move one NFT, or all of the sender's in a collection. */
export function approveCall(subject: ApprovalSubject): ContractCall {
  return approvalCall(subject, true)
}

/** Revokes that approval. */
export function revokeCall(subject: ApprovalSubject): ContractCall {
  return approvalCall(subject, false)
}

function approvalCall(subject: ApprovalSubject, approved: boolean): ContractCall {
  const { contract, operator, tokenId, priorityFeeGwei } = subject
  const data =
    tokenId === undefined
      ? encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [operator, approved] })
      : encodeFunctionData({
          abi: erc721Abi,
          functionName: 'approve',
          args: [approved ? operator : zeroAddress, tokenId],
        })
  return { to: contract, data, valueWei: 0n, gasRule: approvalGasRule(priorityFeeGwei), nftCount: 0 }
}
