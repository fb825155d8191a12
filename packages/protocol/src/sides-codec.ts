import type { DealCoins, Nft } from '@parley/domain'
import { safeNumber } from './safe-number.ts'
import type { WireOffer } from './wire-offer.ts'

/** Both sides of a swap. */
export interface Sides {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
}

type WireLists = Pick<
  WireOffer,
  | 'nftContractsOffered'
  | 'tokenIdsOffered'
  | 'nftContractsRequested'
  | 'tokenIdsRequested'
  | 'coinsOffered'
  | 'coinsRequested'
>
type WireFirsts = Pick<WireOffer, 'nftContractOffered' | 'tokenIdOffered' | 'nftContractRequested' | 'tokenIdRequested'>

/** Writes both sides in the API's words: the first NFT of each, all, and the coins. Inverse of {@link sidesFromWire}. */
export function sidesToWire({ offered, requested, coins }: Sides): WireFirsts & WireLists {
  const [firstOffered] = offered
  const [firstRequested] = requested
  return {
    nftContractOffered: firstOffered?.contract ?? null,
    tokenIdOffered: idOf(firstOffered),
    nftContractRequested: firstRequested?.contract ?? null,
    tokenIdRequested: idOf(firstRequested),
    nftContractsOffered: offered.map((nft) => nft.contract),
    tokenIdsOffered: offered.map((nft) => String(nft.tokenId)),
    nftContractsRequested: requested.map((nft) => nft.contract),
    tokenIdsRequested: requested.map((nft) => String(nft.tokenId)),
    coinsOffered: String(coins.offeredWei),
    coinsRequested: String(coins.requestedWei),
  }
}

/** The numbers beside them (decision A3). */
export function numbersToWire({
  offered,
  requested,
}: Pick<Sides, 'offered' | 'requested'>): Pick<WireOffer, 'tokenIdA' | 'tokenIdB' | 'myNftCount' | 'friendNftCount'> {
  return {
    tokenIdA: numberOf(offered[0]),
    tokenIdB: numberOf(requested[0]),
    myNftCount: offered.length,
    friendNftCount: requested.length,
  }
}

/** Reads both sides from the API's words. */
export function sidesFromWire(wire: WireLists): Sides {
  return {
    offered: zipNfts(wire.nftContractsOffered, wire.tokenIdsOffered),
    requested: zipNfts(wire.nftContractsRequested, wire.tokenIdsRequested),
    coins: { offeredWei: BigInt(wire.coinsOffered), requestedWei: BigInt(wire.coinsRequested) },
  }
}

function zipNfts(contracts: readonly Nft['contract'][], tokenIds: readonly string[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: BigInt(tokenIds[index] ?? 0) }))
}

function idOf(nft: Nft | undefined): string | null {
  return nft ? String(nft.tokenId) : null
}

function numberOf(nft: Nft | undefined): number | null {
  return nft ? safeNumber(nft.tokenId) : null
}
