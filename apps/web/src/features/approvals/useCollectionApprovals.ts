import { readApprovedFor, readOwner, type ApprovalScope } from '@parley/chain'
import { nftKey, sameAddress, type Address, type Nft } from '@parley/domain'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { HeldNft } from '../../services/HeldNft.ts'
import { holdingsQuery } from '../../services/holdingsQuery.ts'
import { usePortal, collectionsIn } from '../../services/Portal.ts'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/useConnection.ts'
import { approvalQuery, collectionsToApprove, togetherQuery } from './approvalQuery.ts'
import { useApprovalChange } from './useApprovalChange.ts'

export type ApprovalStatus = 'approved' | 'needed' | 'checking' | 'unreadable'

export interface CollectionApproval {
  readonly contract: Address
  readonly name: string
  readonly status: ApprovalStatus
  /** The deal's NFTs of this collection. */
  readonly tokenIds: readonly bigint[]
  /** Only the deal's NFTs are approved individually: enough to trade. */
  readonly onlyTokens: boolean
  /** Only some of the deal's NFTs are approved: not enough to trade, but to revoke. */
  readonly someTokens: boolean
  readonly inDeal: boolean
  /** Needed for the deal, and signed together with it. */
  readonly signedTogether: boolean
  /** An approval transaction for this collection is pending. */
  readonly busy: boolean
}

/** The connected wallet's approval of an escrow per collection: the deal's first, then the others held. */
export function useCollectionApprovals(given: readonly Nft[], escrow: Address | null): readonly CollectionApproval[] {
  const session = useSession()
  const portal = usePortal()
  const account = useAccount()
  const running = useStore(session.actions, (state) => state.running)
  const { data } = useQuery({ ...holdingsQuery(session, portal, account ?? '0x'), enabled: account !== null })
  const subjects = useMemo(
    () =>
      collectionsToApprove({
        given,
        held: data?.nfts ?? [],
        collections: collectionsIn(portal, session.config.collections),
        formatter: session.formatter,
      }),
    [given, data, portal, session],
  )
  const asked = account && escrow ? subjects : []
  const answers = useQueries({
    queries: asked.map((subject) =>
      approvalQuery(session, { subject, owner: account ?? '0x', operator: escrow ?? '0x' }),
    ),
  })
  const needed = asked.map(({ inDeal }, index) => inDeal && statusOf(answers[index]) === 'needed')
  const { data: together = false } = useQuery({
    ...togetherQuery(session, account ?? '0x'),
    enabled: account !== null && needed.includes(true),
  })
  return asked.map(({ contract, name, inDeal, tokenIds }, index) => ({
    contract,
    name,
    inDeal,
    tokenIds,
    status: statusOf(answers[index]),
    signedTogether: together && needed[index] === true,
    onlyTokens: answers[index]?.data === 'tokens',
    someTokens: answers[index]?.data === 'some',
    busy: running?.subject === contract,
  }))
}

/** The NFTs whose owner on the chain is the connected wallet. */
export function useHeld(nfts: readonly Nft[]): readonly Nft[] {
  const { chain } = useSession()
  const account = useAccount()
  return useQueries({
    queries: nfts.map((nft) => ({
      queryKey: queryKeys.owner(nftKey(nft)),
      queryFn: () => readOwner(chain, nft),
      staleTime: 0,
    })),
    combine: (answers) => nfts.filter((_, at) => account && sameAddress(answers[at]?.data ?? '0x', account)),
  })
}

interface SingleApprovals {
  /** Held NFTs outside the draft that the newest escrow may move one by one. */
  readonly singles: readonly HeldNft[]
  /** How many NFTs were checked, if the wallet holds more; otherwise null. */
  readonly readUpTo: number | null
  revoke(nft: Nft): Promise<boolean>
}

/** Each costs a call. */
const maxChecked = 200

/** The connected wallet's approvals of single NFTs. Reads them from the chain when first used. */
export function useSingleApprovals(): SingleApprovals {
  const session = useSession()
  const portal = usePortal()
  const account = useAccount()
  const changeApproval = useApprovalChange()
  const inDeal = useStore(session.drafts.of(portal.key), (state) => state.own)
  const { data: holdings } = useQuery({
    ...holdingsQuery(session, portal, account ?? '0x'),
    enabled: account !== null,
  })
  const escrow = session.config.escrows[0]?.address
  const held = (holdings?.nfts ?? []).filter(({ escrowedBy }) => escrowedBy === null)
  const checked = held.slice(0, maxChecked)
  const { data: approved = [] } = useQuery({
    queryKey: [...queryKeys.approvalsOf(account ?? '0x'), escrow, 'single', checked.map(nftKey)],
    enabled: account !== null && checked.length > 0,
    queryFn: async () => {
      const operators = await Promise.all(checked.map((nft) => readApprovedFor(session.chain, nft).catch(() => null)))
      return checked.filter((_, at) => sameAddress(operators[at] ?? '0x', escrow ?? '')).map(nftKey)
    },
  })
  const dealt = new Set(inDeal.map(nftKey))
  return {
    singles: checked.filter((nft) => approved.includes(nftKey(nft)) && !dealt.has(nftKey(nft))),
    readUpTo: held.length > maxChecked ? maxChecked : null,
    revoke: async ({ contract, tokenId }) =>
      escrow ? changeApproval({ kind: 'revoke', contract, escrow, tokenIds: [tokenId] }) : false,
  }
}

function statusOf(answer: UseQueryResult<ApprovalScope> | undefined): ApprovalStatus {
  if (!answer || answer.isPending) return 'checking'
  if (answer.isError) return 'unreadable'
  return answer.data === 'none' || answer.data === 'some' ? 'needed' : 'approved'
}
