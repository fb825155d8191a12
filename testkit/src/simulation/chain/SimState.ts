import type { Address, DealCoins, Nft, OfferId } from '@parley/domain'
import { nftKey } from '@parley/domain'

/** The simulated chain's contents at its first block. */
export interface SimGenesis {
  readonly escrow: Address
  readonly people: readonly Address[]
  readonly nfts: readonly Nft[]
  /** Collections that now and then refuse to give an NFT back. */
  readonly stubborn: readonly Address[]
  /** People whose wallets often refuse coins. */
  readonly refusing: readonly Address[]
  /** Seconds after its expiry from which anyone may send an offer home. A month on the real chain. */
  readonly abandonedAfterS: number
  readonly timeS: number
}

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
