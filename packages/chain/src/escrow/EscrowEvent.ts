import type { Address, DealCoins, Nft, OfferId, TxHash } from '@parley/domain'

/** An event's position on chain. */
export interface LogPlace {
  readonly block: number
  readonly logIndex: number
  readonly txHash: TxHash
  /** Block time, unix seconds. */
  readonly timeS: number
}

interface OfEvery {
  readonly offerId: OfferId
  /** The deployment that wrote it. */
  readonly escrow: Address
  readonly place: LogPlace
}

export interface OfferCreated extends OfEvery {
  readonly kind: 'created'
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
  /** Unix seconds. */
  readonly expiresAtS: number
}

export interface OfferSettled extends OfEvery {
  readonly kind: 'completed' | 'cancelled'
  readonly by: Address
}

/** An offered NFT stayed in the escrow when its offer was cancelled, or left it later (decision K7). */
export interface ReturnChanged extends OfEvery {
  readonly kind: 'returnFailed' | 'returnClaimed'
  readonly nft: Nft
}

/** What an event of the escrow says about an offer, in the domain's words. */
export type EscrowEvent = OfferCreated | OfferSettled | ReturnChanged
