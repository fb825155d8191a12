import { readApprovedFor, readOwner, type ApprovalScope, readApproval } from '@parley/chain'
import { nftKey, sameAddress, type Address, type Nft, type Collection, findCollection } from '@parley/domain'
import { useQueries, useQuery, type UseQueryResult, queryOptions } from '@tanstack/react-query'
import { useMemo, useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import type { HeldNft } from '../../services/drafts.ts'
import { queryKeys } from '../../services/queries.ts'
import { holdingsQuery } from '../../services/holdingsQuery.ts'
import { usePortal, collectionsIn } from '../../services/Portal.ts'
import { useSession, type Session } from '../../services/Session.ts'
import { useAccount, currentWallet } from '../../services/walletConnection.ts'
import type { PageDeployment } from '@parley/protocol'
import type { Formatter } from '../../text/format.ts'
import { importOnce } from '../../ui/lazy.ts'
import type { ApprovalChange } from './changeApproval.lazy.ts'

type ApprovalStatus = 'approved' | 'needed' | 'checking' | 'unreadable'

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

interface ApprovalQueryParts {
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

/** Whether the account's wallet signs approvals and the deal together. Actions read the answer that the page has shown. */
export function togetherQuery({ wagmi, config }: Session, account: Address) {
  return queryOptions({
    queryKey: queryKeys.together(account),
    queryFn: async () => {
      const { canSendCalls } = await import('../../actions/sendTogether.lazy.ts')
      const wallet = await currentWallet(wagmi)
      return wallet?.address === account && (await canSendCalls(wallet, config.chainId))
    },
  })
}

/** If the registry names a probe token, the contract must answer for it first (decision S13). */
async function requireAnswer({ chain, config }: Session, contract: Address): Promise<void> {
  const probe = findCollection(config.collections, contract)?.probeTokenId
  if (probe !== undefined) await readOwner(chain, { contract, tokenId: BigInt(probe) })
}

/** Which of several escrows an approval is for, the oldest being 1. Begins with a space; empty if the page knows only one. */
export function escrowPlace({ escrows }: Pick<PageDeployment, 'escrows'>, escrow: Address | null): string {
  const at = escrows.findIndex(({ address }) => address === escrow)
  return escrows[1] && at >= 0 ? ` For contract ${escrows.length - at} of ${escrows.length}` : ''
}

interface ApprovalSubject {
  readonly contract: Address
  readonly name: string
  readonly inDeal: boolean
  /** This collection's NFTs in the deal. */
  readonly tokenIds: readonly bigint[]
}

interface Approvable {
  readonly given: readonly Nft[]
  readonly held: readonly Nft[]
  /** The portal's collections. A single one is always included, whatever the wallet holds. */
  readonly collections: readonly Collection[]
  readonly formatter: Formatter
}

/** The collections to check: the deal's first, in order, then the others held (decision S14). */
export function collectionsToApprove({ given, held, collections, formatter }: Approvable): readonly ApprovalSubject[] {
  const inDeal = contractsOf(given)
  const [only, ...more] = collections
  const known = only && more.length === 0 ? [only.address] : contractsOf(held)
  const others = known.filter(
    (contract) => findCollection(collections, contract) && !inDeal.some((given) => sameAddress(given, contract)),
  )
  return [...inDeal, ...others].map((contract) => {
    const tokenIds = given.filter((nft) => sameAddress(nft.contract, contract)).map((nft) => nft.tokenId)
    return { contract, name: formatter.collection(contract), inDeal: tokenIds.length > 0, tokenIds }
  })
}

function contractsOf(nfts: readonly Nft[]): readonly Address[] {
  return [...new Set(nfts.map((nft) => nft.contract))]
}

// Loaded lazily: signing is impossible before the page is ready.
const loadChange = importOnce(() => import('./changeApproval.lazy.ts'))

/** Approves or revokes a collection and reports the result. @returns whether it succeeded. */
export function useApprovalChange(): (change: ApprovalChange) => Promise<boolean> {
  const session = useSession()
  const portal = usePortal()
  // Prefetched, so that the button works even if the server goes away.
  useEffect(() => void loadChange(), [])
  return useCallback(async (change) => (await loadChange()).changeApproval(session, portal, change), [session, portal])
}
