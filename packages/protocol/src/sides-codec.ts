import type { Nft } from '@parley/domain'
import { safeNumber } from './safe-number.ts'
import type { WireOffer } from './wire-offer.ts'

/** Both sides of a swap, at least one NFT each. */
export interface Sides {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
}

type WireLists = Pick<
  WireOffer,
  'nftContractsOffered' | 'tokenIdsOffered' | 'nftContractsRequested' | 'tokenIdsRequested'
>
type WireFirsts = Pick<WireOffer, 'nftContractOffered' | 'tokenIdOffered' | 'nftContractRequested' | 'tokenIdRequested'>

/** Writes both sides in the API's words: the first of each, and all. Inverse of {@link sidesFromWire}. */
export function sidesToWire({ offered, requested }: Sides): WireFirsts & WireLists {
  const firstOffered = firstOf(offered)
  const firstRequested = firstOf(requested)
  return {
    nftContractOffered: firstOffered.contract,
    tokenIdOffered: String(firstOffered.tokenId),
    nftContractRequested: firstRequested.contract,
    tokenIdRequested: String(firstRequested.tokenId),
    nftContractsOffered: offered.map((nft) => nft.contract),
    tokenIdsOffered: offered.map((nft) => String(nft.tokenId)),
    nftContractsRequested: requested.map((nft) => nft.contract),
    tokenIdsRequested: requested.map((nft) => String(nft.tokenId)),
  }
}

/** The numbers beside them (decision A3). */
export function numbersToWire({
  offered,
  requested,
}: Sides): Pick<WireOffer, 'tokenIdA' | 'tokenIdB' | 'myNftCount' | 'friendNftCount'> {
  return {
    tokenIdA: safeNumber(firstOf(offered).tokenId),
    tokenIdB: safeNumber(firstOf(requested).tokenId),
    myNftCount: offered.length,
    friendNftCount: requested.length,
  }
}

/** Reads both sides from the API's words. */
export function sidesFromWire(wire: WireLists): { offered: Nft[]; requested: Nft[] } {
  return {
    offered: zipNfts(wire.nftContractsOffered, wire.tokenIdsOffered),
    requested: zipNfts(wire.nftContractsRequested, wire.tokenIdsRequested),
  }
}

function zipNfts(contracts: readonly Nft['contract'][], tokenIds: readonly string[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: BigInt(tokenIds[index] ?? 0) }))
}

function firstOf(side: readonly Nft[]): Nft {
  const [nft] = side
  if (!nft) throw new RangeError('there is at least one NFT on each side')
  return nft
}
