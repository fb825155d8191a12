import { type ApprovalScope, readApproval, readOwner } from '@parley/chain'
import { type Address, type Collection, findCollection, type Nft, sameAddress } from '@parley/domain'
import type { PageDeployment } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Formatter } from '../../text/format.ts'
import type { Session } from '../../services/Session.ts'
import { queryKeys } from '../../services/queries.ts'
import { currentWallet } from '../../services/walletConnection.ts'

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

export interface ApprovalSubject {
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
