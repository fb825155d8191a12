import { approvalGasRule, type Address } from '@parley/domain'
import { encodeFunctionData } from 'viem'
import type { ContractCall } from '../transactions/ContractCall.ts'
import { erc721Abi } from './erc721.ts'

export interface ApprovalSubject {
  readonly contract: Address
  readonly operator: Address
  /** Priority fee ceiling, if the collection has its own. */
  readonly priorityFeeGwei?: number | undefined
}

/** Lets the operator move all of the sender's NFTs in a collection. */
export function approveCall(subject: ApprovalSubject): ContractCall {
  return approvalCall(subject, true)
}

/** Revokes that approval. */
export function revokeCall(subject: ApprovalSubject): ContractCall {
  return approvalCall(subject, false)
}

function approvalCall({ contract, operator, priorityFeeGwei }: ApprovalSubject, approved: boolean): ContractCall {
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [operator, approved] })
  return { to: contract, data, valueWei: 0n, gasRule: approvalGasRule(priorityFeeGwei), nftCount: 0 }
}
