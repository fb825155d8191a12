import type { Offer, Settlement } from '@parley/domain'
import { numbersToWire, sidesFromWire, sidesToWire } from './sides-codec.ts'
import type { WireOffer } from './wire-offer.ts'
import { isoTime, unixSeconds } from './wire-time.ts'

/** Writes an offer in the API's words. Inverse of {@link offerFromWire}. */
export function offerToWire(offer: Offer): WireOffer {
  return {
    offerId: offer.id,
    escrow: offer.escrow,
    creator: offer.creator,
    recipient: offer.recipient,
    ...sidesToWire(offer),
    isActive: offer.settlement === null,
    status: offer.settlement?.kind ?? 'active',
    expiresAt: String(offer.expiresAtS),
    createdAt: isoTime(offer.createdAtS),
    createdTxHash: offer.createdTxHash,
    ...numbersToWire(offer),
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

function isoTimeOrNull(seconds: number | null): string | null {
  return seconds === null ? null : isoTime(seconds)
}
