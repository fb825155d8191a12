import { approvalGasRule, type Address } from '@parley/domain'
import { encodeFunctionData } from 'viem'
import type { ContractCall } from '../transactions/ContractCall.ts'
import { erc721Abi } from './erc721Abi.ts'

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
