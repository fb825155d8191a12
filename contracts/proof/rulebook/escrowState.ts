import type { Address, Nft, Offer, OfferId } from '@parley/domain'

/** The escrow's record of an offer. */
export interface HeldOffer extends Pick<
  Offer,
  'id' | 'creator' | 'recipient' | 'offered' | 'requested' | 'expiresAtS'
> {
  /** Each side's coins. */
  readonly offeredWei: bigint
  readonly requestedWei: bigint
  settlement: Offer['settlement']
  /** Positions in `offered` of NFTs that weren't returned. */
  unreturned: ReadonlySet<number>
}

/** Events in the order they are logged. */
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

/** An offer's terms about coins. The recipient is the zero address if none is named. */
export interface CoinTerms {
  readonly offeredWei: bigint
  readonly requestedWei: bigint
  readonly recipient: Address
}

/** One call to the escrow. Lists may differ in length and offers may not exist: the rules check that. */
export type EscrowCall =
  | {
      readonly kind: 'create'
      readonly by: 'single' | 'multi'
      readonly offeredContracts: readonly Address[]
      readonly offeredIds: readonly bigint[]
      readonly requestedContracts: readonly Address[]
      readonly requestedIds: readonly bigint[]
      readonly durationS: bigint
      /** Without them it is an offer of NFTs only; with them `by` is ignored. */
      readonly coins?: CoinTerms
    }
  | { readonly kind: 'takeOwed'; readonly to: Address }
  | { readonly kind: 'accept' | 'cancel' | 'cancelExpired' | 'sendHome'; readonly id: OfferId }
  /** `which` selects NFTs by bits, the lowest for the first offered one; without it, all. */
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
