import { type Address, approvalGasRule, sameAddress } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData } from 'viem'
import { erc721Abi } from './erc721.ts'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall } from '../transactions/ContractCall.ts'
import { ethCall } from '../transactions/simulate.ts'

export interface ApprovalSubject {
  readonly contract: Address
  readonly operator: Address
  /** Where the collection has a ceiling of its own for the priority fee. */
  readonly priorityFeeGwei?: number | undefined
}

/** Lets the operator move every NFT that the sender holds of a collection. */
export function approveCall(subject: ApprovalSubject): ContractCall {
  return approvalCall(subject, true)
}

/** Takes that back. */
export function revokeCall(subject: ApprovalSubject): ContractCall {
  return approvalCall(subject, false)
}

function approvalCall({ contract, operator, priorityFeeGwei }: ApprovalSubject, approved: boolean): ContractCall {
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [operator, approved] })
  return { to: contract, data, valueWei: 0n, gasRule: approvalGasRule(priorityFeeGwei), nftCount: 0 }
}

interface ApprovalQuestion {
  readonly contract: Address
  readonly owner: Address
  readonly operator: Address
  /** The NFTs in the deal: if each is approved alone, that counts too. */
  readonly tokenIds: readonly bigint[]
}

/** `collection`: all of it. `tokens`: each NFT that was asked about. `none`: not enough to trade. */
export type ApprovalScope = 'collection' | 'tokens' | 'none'

/**
 * Whether the operator may move what a deal takes of one collection.
 *
 * @throws ChainFailureError when the contract or the endpoint does not answer: unreadable is not the same as not approved.
 */
export async function readApproval(
  chain: Client,
  { contract, owner, operator, tokenIds }: ApprovalQuestion,
): Promise<ApprovalScope> {
  try {
    if (await isApprovedForAll(chain, contract, [owner, operator])) return 'collection'
    if (tokenIds.length === 0) return 'none'
    const approved = await Promise.all(tokenIds.map((tokenId) => approvedFor(chain, contract, tokenId)))
    return approved.every((address) => sameAddress(address, operator)) ? 'tokens' : 'none'
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
