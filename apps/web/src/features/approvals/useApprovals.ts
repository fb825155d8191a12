import type { Address, Nft } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useDeferredValue } from 'react'
import { useStore } from 'zustand'
import { renderMessage } from '../../text/message.ts'
import { holdingsQuery } from '../../services/holdingsQuery.ts'
import { usePortal, collectionsIn } from '../../services/Portal.ts'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/walletConnection.ts'
import {
  escrowPlace,
  useCollectionApprovals,
  type CollectionApproval,
  useApprovalChange,
} from './collectionApprovals.ts'

export type { CollectionApproval } from './collectionApprovals.ts'

export interface Approvals {
  readonly status: 'idle' | 'checking' | 'ready' | 'failed'
  /** The deal's collections first, then the others held (decision S14). */
  readonly collections: readonly CollectionApproval[]
  /** The portal's collection, if it has only one. */
  readonly only: CollectionApproval | null
  /** The next collection for APPROVE NEXT COLLECTION, if any. */
  readonly next: CollectionApproval | null
  /** Which escrow they are for, where there are several; otherwise empty. */
  readonly place: string
  readonly busy: boolean
  approveNext(): Promise<boolean>
  approve(contract: Address): Promise<boolean>
  /** Revokes what was given: the collection's approval, or that of the deal's NFTs one by one. */
  revoke(contract: Address): Promise<boolean>
  refresh(): Promise<void>
}

/** The NFTs the connected wallet gives, and the escrow that moves them. */
export interface ApprovalDeal {
  readonly escrow: Address
  readonly nfts: readonly Nft[]
}

/**
 * The connected wallet's approvals, for the deal and for everything else it holds in this portal.
 *
 * @param deal what is given when accepting; defaults to the portal's draft and the newest escrow.
 */
export function useApprovals(deal?: ApprovalDeal): Approvals {
  const session = useSession()
  const portal = usePortal()
  const account = useAccount()
  // A press shows before the chain is asked about it.
  const draftNfts = useDeferredValue(useStore(session.drafts.of(portal.key), (state) => state.own))
  const busy = useStore(session.actions, (state) => state.running !== null)
  const { isPending } = useQuery({ ...holdingsQuery(session, portal, account ?? '0x'), enabled: account !== null })
  const escrow = deal?.escrow ?? session.config.escrows[0]?.address ?? null
  const collections = useCollectionApprovals(deal?.nfts ?? draftNfts, escrow)

  const unreadable = collections.filter((collection) => collection.status === 'unreadable').length
  useEffect(() => {
    if (unreadable > 0)
      session.notices.announce({ ...renderMessage(portal.messages, 'approvalCheckFailed'), tone: 'failure' })
  }, [unreadable, session, portal])

  const here = collectionsIn(portal, session.config.collections)
  const next = collections.find((collection) => collection.status === 'needed') ?? null
  const changeApproval = useApprovalChange()
  const change = async (kind: 'approve' | 'revoke', contract: Address, tokenIds: readonly bigint[] = []) =>
    escrow ? changeApproval({ kind, contract, escrow, tokenIds }) : false
  return {
    status: account ? statusOf(collections, isPending) : 'idle',
    collections,
    only: here.length === 1 ? (collections.find(({ contract }) => contract === here[0]?.address) ?? null) : null,
    next,
    place: escrowPlace(session.config, escrow),
    busy,
    approveNext: async () => (next ? change('approve', next.contract) : false),
    approve: (contract) => change('approve', contract),
    revoke: (contract) => {
      const given = collections.find((collection) => collection.contract === contract)
      return change('revoke', contract, given?.onlyTokens || given?.someTokens ? given.tokenIds : [])
    },
    refresh: () => session.queries.invalidateQueries({ queryKey: queryKeys.approvals }),
  }
}

function statusOf(collections: readonly CollectionApproval[], waiting: boolean): Approvals['status'] {
  const states = new Set(collections.map((collection) => collection.status))
  if (states.has('checking') || (waiting && states.size === 0)) return 'checking'
  return states.size === 1 && states.has('unreadable') ? 'failed' : 'ready'
}
