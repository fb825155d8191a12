import { approveCall, revokeCall, type ApprovalSubject, type ContractCall } from '@parley/chain'
import type { Address, TxHash } from '@parley/domain'
import { requireBuilt, requireSameEscrows, requireSigner, requireWallet } from './chainChecks.ts'
import { ActionError, type ActionTools, runStep } from './action.ts'
import { transact } from './transact.ts'

/** What an approval is about. */
export interface ApprovalRequest {
  readonly contract: Address
  readonly escrow: Address
  /** One NFT; without it, the whole collection. */
  readonly tokenId?: bigint | undefined
  readonly priorityFeeGwei?: number | undefined
  /** The collection is slow to confirm: running out of patience is no failure (decision S13). */
  readonly slowToConfirm: boolean
}

export type ApprovalOutcome =
  | { readonly kind: 'done'; readonly txHash: TxHash }
  | { readonly kind: 'may-be-processing' }

/** Lets the escrow move the wallet's NFTs of a collection, or one of them. Throws ActionError. */
export function approveCollection(tools: ActionTools, request: ApprovalRequest): Promise<ApprovalOutcome> {
  return sendApproval(tools, request, () => {
    requireSameEscrows(tools)
    return approveCall(subjectOf(request))
  })
}

/** Takes that back. Throws ActionError. */
export function revokeCollection(tools: ActionTools, request: ApprovalRequest): Promise<ApprovalOutcome> {
  return sendApproval(tools, request, () => revokeCall(subjectOf(request)))
}

function subjectOf({ contract, escrow, tokenId, priorityFeeGwei }: ApprovalRequest): ApprovalSubject {
  return { contract, operator: escrow, tokenId, priorityFeeGwei }
}

async function sendApproval(
  tools: ActionTools,
  request: ApprovalRequest,
  callOf: () => ContractCall,
): Promise<ApprovalOutcome> {
  const { connected, call } = await runStep(tools.report, 'validate', async () => {
    const connectedTools = requireWallet(tools)
    requireBuilt(tools, request.escrow)
    const wanted = callOf()
    await requireSigner(connectedTools)
    return { connected: connectedTools, call: wanted }
  })
  try {
    const { transactionHash } = await transact(connected, { escrow: request.escrow, call })
    return { kind: 'done', txHash: transactionHash }
  } catch (error) {
    if (request.slowToConfirm && isImpatience(error)) return { kind: 'may-be-processing' }
    throw error
  }
}

function isImpatience(error: unknown): boolean {
  return (
    error instanceof ActionError &&
    error.failure.kind === 'chain' &&
    error.failure.phase === 'receipt' &&
    error.failure.failure.kind === 'timedOut'
  )
}
