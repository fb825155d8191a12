import type { Address, DealCoins, Nft, OfferId } from '@parley/domain'
import { nftKey } from '@parley/domain'

export type SimOfferStatus = 'open' | 'completed' | 'cancelled'

export interface SimOffer {
  readonly id: OfferId
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
  readonly expiresAtS: number
  readonly status: SimOfferStatus
}

/** All that the contracts of the simulated chain hold after a block. Never changed: a block that changes it has another. */
export interface SimState {
  /** By {@link nftKey}. */
  readonly owners: ReadonlyMap<string, Address>
  readonly offers: ReadonlyMap<OfferId, SimOffer>
  /** Which offer the escrow holds an NFT for, by {@link nftKey}. */
  readonly custody: ReadonlyMap<string, OfferId>
  readonly feeWei: bigint
  /** What the escrow holds. */
  readonly balanceWei: bigint
  /** What it counts as locked in offers or owed. */
  readonly lockedWei: bigint
  /** Fees that were paid and not withdrawn. */
  readonly feesWei: bigint
  /** Coins that wallets refused. */
  readonly owed: ReadonlyMap<Address, bigint>
}

/** The NFTs of a holder. */
export function heldBy(state: SimState, nfts: readonly Nft[], holder: Address): Nft[] {
  return nfts.filter((nft) => state.owners.get(nftKey(nft)) === holder)
}
