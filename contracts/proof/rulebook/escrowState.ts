import type { Address, Nft, Offer, OfferId } from '@parley/domain'

/** What the escrow knows of an offer. */
export interface HeldOffer extends Pick<
  Offer,
  'id' | 'creator' | 'recipient' | 'offered' | 'requested' | 'expiresAtS'
> {
  /** What each side has besides NFTs. */
  readonly offeredWei: bigint
  readonly requestedWei: bigint
  settlement: Offer['settlement']
  /** Places in `offered` whose NFTs did not go home. */
  unreturned: ReadonlySet<number>
}

/** What happens, in the order in which it is logged. */
export type EscrowEvent =
  | { readonly kind: 'created'; readonly offer: HeldOffer; readonly by: 'single' | 'multi' | 'coins' }
  | { readonly kind: 'completed'; readonly id: OfferId; readonly by: Address }
  | { readonly kind: 'cancelled'; readonly id: OfferId; readonly by: Address }
  | { readonly kind: 'returnFailed'; readonly id: OfferId; readonly nft: Nft }
  | { readonly kind: 'returnClaimed'; readonly id: OfferId; readonly nft: Nft }
  | { readonly kind: 'coinsOwed'; readonly id: OfferId; readonly account: Address; readonly amountWei: bigint }
  | { readonly kind: 'owedTaken'; readonly account: Address; readonly to: Address; readonly amountWei: bigint }
  | { readonly kind: 'feeUpdated'; readonly beforeWei: bigint; readonly nowWei: bigint }
  | { readonly kind: 'feesWithdrawn'; readonly to: Address; readonly amountWei: bigint }
  | { readonly kind: 'creationPausedSet'; readonly paused: boolean }
  | { readonly kind: 'emergencyWithdrawn'; readonly nft: Nft; readonly to: Address }
  | { readonly kind: 'transferStarted'; readonly from: Address; readonly to: Address }
  | { readonly kind: 'transferred'; readonly from: Address; readonly to: Address }

/** What an offer with coins has besides lists. The recipient is the zero address where none is named. */
export interface CoinTerms {
  readonly offeredWei: bigint
  readonly requestedWei: bigint
  readonly recipient: Address
}

/** One call to the escrow. Lists may differ in length and offers may not exist: that is for the rules to find out. */
export type EscrowCall =
  | {
      readonly kind: 'create'
      readonly by: 'single' | 'multi'
      readonly offeredContracts: readonly Address[]
      readonly offeredIds: readonly bigint[]
      readonly requestedContracts: readonly Address[]
      readonly requestedIds: readonly bigint[]
      readonly durationS: bigint
      /** Without them it is an offer of NFTs alone; with them `by` means nothing. */
      readonly coins?: CoinTerms
    }
  | { readonly kind: 'takeOwed'; readonly to: Address }
  | { readonly kind: 'accept' | 'cancel' | 'cancelExpired' | 'sendHome'; readonly id: OfferId }
  /** `which` names NFTs by bits, the first offered one by the lowest; without it all are meant. */
  | { readonly kind: 'claim'; readonly id: OfferId; readonly which?: bigint }
  | { readonly kind: 'updateFee'; readonly feeWei: bigint }
  | { readonly kind: 'withdrawFees' | 'acceptOwnership' | 'renounceOwnership' }
  | { readonly kind: 'emergencyWithdraw'; readonly nft: Nft }
  | { readonly kind: 'setCreationPaused'; readonly paused: boolean }
  | { readonly kind: 'transferOwnership'; readonly to: Address }

export interface Caller {
  readonly address: Address
  readonly valueWei: bigint
  /** Block time, unix seconds. */
  readonly nowS: number
}
