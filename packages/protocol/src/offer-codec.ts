import type { Nft, Offer, Settlement } from '@parley/domain'
import { safeNumber } from './safe-number.ts'
import type { WireOffer } from './wire-offer.ts'

/** Writes an offer in the API's words. Inverse of {@link offerFromWire}. */
export function offerToWire(offer: Offer): WireOffer {
  const firstOffered = first(offer.offered)
  const firstRequested = first(offer.requested)
  return {
    offerId: offer.id,
    escrow: offer.escrow,
    creator: offer.creator,
    recipient: offer.recipient,
    nftContractOffered: firstOffered.contract,
    tokenIdOffered: String(firstOffered.tokenId),
    nftContractRequested: firstRequested.contract,
    tokenIdRequested: String(firstRequested.tokenId),
    nftContractsOffered: offer.offered.map((nft) => nft.contract),
    tokenIdsOffered: offer.offered.map((nft) => String(nft.tokenId)),
    nftContractsRequested: offer.requested.map((nft) => nft.contract),
    tokenIdsRequested: offer.requested.map((nft) => String(nft.tokenId)),
    isActive: offer.settlement === null,
    status: offer.settlement?.kind ?? 'active',
    tokenIdA: safeNumber(firstOffered.tokenId),
    tokenIdB: safeNumber(firstRequested.tokenId),
    expiresAt: String(offer.expiresAtS),
    createdAt: isoTime(offer.createdAtS),
    createdTxHash: offer.createdTxHash,
    myNftCount: offer.offered.length,
    friendNftCount: offer.requested.length,
    completedBy: offer.settlement?.by ?? null,
    completedTxHash: offer.settlement?.txHash ?? null,
    completedAt: isoTimeOrNull(offer.settlement?.atS ?? null),
    unreturned: offer.unreturned.map((nft) => ({ contract: nft.contract, tokenId: String(nft.tokenId) })),
  }
}

/** Reads an offer from the API's words. */
export function offerFromWire(wire: WireOffer): Offer {
  return {
    id: wire.offerId,
    escrow: wire.escrow,
    creator: wire.creator,
    recipient: wire.recipient,
    offered: zipNfts(wire.nftContractsOffered, wire.tokenIdsOffered),
    requested: zipNfts(wire.nftContractsRequested, wire.tokenIdsRequested),
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

function zipNfts(contracts: readonly Nft['contract'][], tokenIds: readonly string[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: BigInt(tokenIds[index] ?? 0) }))
}

function first(side: readonly Nft[]): Nft {
  const [nft] = side
  if (!nft) throw new RangeError('an offer has at least one NFT on each side')
  return nft
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function isoTimeOrNull(seconds: number | null): string | null {
  return seconds === null ? null : isoTime(seconds)
}

function unixSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000)
}
