import type { Address } from './address.ts'
import type { Nft } from './nft.ts'
import type { TxHash } from './offer.ts'

/** An action of an escrow's owner, from the log. Amounts in wei. */
export type OwnerDeed =
  | { readonly kind: 'feeUpdated'; readonly oldWei: bigint; readonly newWei: bigint }
  | { readonly kind: 'feesWithdrawn'; readonly to: Address; readonly amountWei: bigint }
  | { readonly kind: 'creationPaused' | 'creationResumed' }
  | { readonly kind: 'nftRecovered'; readonly nft: Nft; readonly to: Address }
  | { readonly kind: 'ownershipProposed' | 'ownershipPassed'; readonly from: Address; readonly to: Address }

export interface OwnerAction {
  readonly deed: OwnerDeed
  readonly txHash: TxHash
  readonly block: number
  readonly logIndex: number
  /** Block time, unix seconds. */
  readonly atS: number
}
