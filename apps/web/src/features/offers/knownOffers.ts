import { type Offer, product } from '@parley/domain'
import { offerFromWire, type WireOffer, wireOfferSchema } from '@parley/protocol'
import type { BrowserStorage } from '../../services/browserStorage.ts'

const key = `${product.slug}-offers`
/** How many recent offers this browser remembers. */
const maxKept = 200

/** Remembers offers from the index, for when it is unreachable (decision C8). */
export function rememberOffers(storage: BrowserStorage, offers: readonly WireOffer[]): void {
  if (offers.length === 0) return
  const fresh = new Set(offers.map((offer) => offer.offerId))
  const older = read(storage).filter((offer) => !fresh.has(offer.offerId))
  storage.write(key, JSON.stringify([...offers, ...older].slice(0, maxKept)))
}

export function knownOffers(storage: BrowserStorage): readonly Offer[] {
  return read(storage).map(offerFromWire)
}

function read(storage: BrowserStorage): readonly WireOffer[] {
  try {
    const kept: unknown = JSON.parse(storage.read(key) ?? '[]')
    return Array.isArray(kept) ? kept.map((offer) => wireOfferSchema.parse(offer)) : []
  } catch {
    // Another version's format, or foreign content.
    return []
  }
}

/** An account's role in a list's offers. */
export type Role = 'creator' | 'recipient'
