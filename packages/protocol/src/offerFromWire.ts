import type { DealCoins, Nft, Offer, Settlement } from '@parley/domain'
import type { WireOffer } from './wireOffer.ts'

/** Both sides of a swap. */
export interface Sides {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
}

export type WireLists = Pick<
  WireOffer,
  | 'nftContractsOffered'
  | 'tokenIdsOffered'
  | 'nftContractsRequested'
  | 'tokenIdsRequested'
  | 'coinsOffered'
  | 'coinsRequested'
>
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

/** Reads an offer from the API's words. */
export function offerFromWire(wire: WireOffer): Offer {
  return {
    id: wire.offerId,
    escrow: wire.escrow,
    creator: wire.creator,
    recipient: wire.recipient,
    ...sidesFromWire(wire),
    createdTxHash: wire.createdTxHash,
    createdAtS: unixSeconds(wire.createdAt),
    expiresAtS: Number(wire.expiresAt),
    settlement: settlementFromWire(wire),
    unreturned: wire.unreturned.map((nft) => ({ contract: nft.contract, tokenId: BigInt(nft.tokenId) })),
  }
}

function settlementFromWire(wire: WireOffer): Settlement | null {
  if (wire.status === 'active') return null
  const atS = wire.completedAt === null ? null : unixSeconds(wire.completedAt)
  return { kind: wire.status, by: wire.completedBy, txHash: wire.completedTxHash, atS }
}

export function unixSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000)
}
