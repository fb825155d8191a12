import type { PageDeployment } from '@parley/protocol'
import { readApproval, readOwner, type ApprovalScope } from '@parley/chain'
import { findCollection, type Address } from '@parley/domain'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import type { Session } from '../../session/Session.ts'
import type { ApprovalSubject } from './collectionsToApprove.ts'

export interface ApprovalQueryParts {
  readonly subject: ApprovalSubject
  readonly owner: Address
  readonly operator: Address
}

/** Queries one collection's approval from the chain. */
export function approvalQuery(session: Session, { subject, owner, operator }: ApprovalQueryParts) {
  const { contract, tokenIds } = subject
  return queryOptions({
    queryKey: [...queryKeys.approvalsOf(owner), operator, contract, tokenIds.map(String)] as const,
    queryFn: async (): Promise<ApprovalScope> => {
      await session.approvalTurn()
      await requireAnswer(session, contract)
      return readApproval(session.chain, { contract, owner, operator, tokenIds })
    },
  })
}

/** If the registry names a probe token, the contract must answer for it first (decision S13). */
async function requireAnswer({ chain, config }: Session, contract: Address): Promise<void> {
  const probe = findCollection(config.collections, contract)?.probeTokenId
  if (probe !== undefined) await readOwner(chain, { contract, tokenId: BigInt(probe) })
}

/** Which of several escrows an approval is for, the oldest being 1; empty if the page knows only one. */
export function escrowPlace({ escrows }: Pick<PageDeployment, 'escrows'>, escrow: Address | null): string {
  const at = escrows.findIndex(({ address }) => address === escrow)
  return escrows[1] && at >= 0 ? `For swap contract ${escrows.length - at} of ${escrows.length}` : ''
}
