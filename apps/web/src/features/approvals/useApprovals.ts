import type { Address, Nft } from '@parley/domain'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { say } from '../../messages/say.ts'
import { holdingsQuery } from '../../session/holdingsQuery.ts'
import { usePortal } from '../../session/Portal.ts'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'
import { useAccount } from '../../session/useAccount.ts'
import { approvalQuery } from './approvalQuery.ts'
import { changeApproval } from './changeApproval.ts'
import { collectionsToApprove } from './collectionsToApprove.ts'

export type ApprovalStatus = 'approved' | 'needed' | 'checking' | 'unreadable'

export interface CollectionApproval {
  readonly contract: Address
  readonly name: string
  readonly status: ApprovalStatus
  /** Only the NFTs in the deal are approved, one by one: enough to trade, and nothing to revoke for the collection. */
  readonly onlyTokens: boolean
  readonly inDeal: boolean
  /** A transaction of this collection is under way. */
  readonly busy: boolean
}

export interface Approvals {
  readonly status: 'idle' | 'checking' | 'ready' | 'failed'
  /** Collections in the deal first, then the others held (decision S14). */
  readonly collections: readonly CollectionApproval[]
  /** What APPROVE NEXT COLLECTION would approve, if anything is left. */
  readonly next: CollectionApproval | null
  readonly busy: boolean
  approveNext(): Promise<boolean>
  approve(contract: Address): Promise<boolean>
  revoke(contract: Address): Promise<boolean>
  refresh(): Promise<void>
}

/** The NFTs that the connected wallet is to give, and the escrow that is to move them. */
export interface ApprovalDeal {
  readonly escrow: Address
  readonly nfts: readonly Nft[]
}

/**
 * The connected wallet's approvals of the escrow: for what it gives in a deal, and for what else it holds in this portal.
 *
 * @param deal what is given when accepting; without one, the portal's draft and the newest escrow.
 */
export function useApprovals(deal?: ApprovalDeal): Approvals {
  const session = useSession()
  const portal = usePortal()
  const account = useAccount()
  const draftNfts = useStore(session.drafts.of(portal.key), (state) => state.own)
  const running = useStore(session.actions, (state) => state.running)
  const held = useQuery({ ...holdingsQuery(session, account ?? '0x'), enabled: account !== null })
  const escrow = deal?.escrow ?? session.config.escrows[0]?.address ?? null
  const given = deal?.nfts ?? draftNfts
  const subjects = useMemo(
    () =>
      collectionsToApprove({
        given,
        held: held.data?.nfts ?? [],
        collections: portal.collectionsOf(session.config.collections),
        speaker: session.speaker,
      }),
    [given, held.data, portal, session],
  )
  const answers = useQueries({
    queries:
      account && escrow
        ? subjects.map((subject) => approvalQuery(session, { subject, owner: account, operator: escrow }))
        : [],
  })

  const collections = subjects.map((subject, index): CollectionApproval => {
    const answer = answers[index]
    return {
      contract: subject.contract,
      name: subject.name,
      inDeal: subject.inDeal,
      status:
        !answer || answer.isPending
          ? 'checking'
          : answer.isError
            ? 'unreadable'
            : answer.data === 'none'
              ? 'needed'
              : 'approved',
      onlyTokens: answer?.data === 'tokens',
      busy: running?.subject === subject.contract,
    }
  })
  const unreadable = collections.filter((collection) => collection.status === 'unreadable').length
  useEffect(() => {
    if (unreadable > 0) session.notices.announce({ ...say(portal.messages, 'approvalCheckFailed'), tone: 'failure' })
  }, [unreadable, session, portal])

  const next = collections.find((collection) => collection.status === 'needed') ?? null
  const change = async (kind: 'approve' | 'revoke', contract: Address) =>
    escrow ? changeApproval(session, portal, { kind, contract, escrow }) : false
  return {
    status: account ? statusOf(collections, held.isPending) : 'idle',
    collections: account ? collections : [],
    next,
    busy: running !== null,
    approveNext: async () => (next ? change('approve', next.contract) : false),
    approve: (contract) => change('approve', contract),
    revoke: (contract) => change('revoke', contract),
    refresh: () => session.queries.invalidateQueries({ queryKey: queryKeys.approvals }),
  }
}

function statusOf(collections: readonly CollectionApproval[], waiting: boolean): Approvals['status'] {
  if (collections.some((collection) => collection.status === 'checking') || (waiting && collections.length === 0))
    return 'checking'
  return collections.length > 0 && collections.every((collection) => collection.status === 'unreadable')
    ? 'failed'
    : 'ready'
}
