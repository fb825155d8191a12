import type { Address } from '@parley/domain'

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

/** The connected wallet's approvals of the escrow, for the draft and for what it holds in this portal. */
export function useApprovals(): Approvals {
  return {
    status: 'idle',
    collections: [],
    next: null,
    busy: false,
    approveNext: async () => false,
    approve: async () => false,
    revoke: async () => false,
    refresh: async () => undefined,
  }
}
