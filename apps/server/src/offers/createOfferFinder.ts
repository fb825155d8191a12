import type { Queryable } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { findOnChain } from './findOnChain.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffer, findOfferByCreation } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'
import { takeEvents } from './takeEvents.ts'

/** What is known under a hash: an offer's id, or that of the transaction that created it (decision C3). */
export type Found =
  | { readonly kind: 'offer'; readonly offer: StoredOffer }
  /** The transaction is not mined yet. */
  | { readonly kind: 'pending' }
  /** The offer exists, and the index has not come to it. */
  | { readonly kind: 'older' }
  | { readonly kind: 'nothing' }

export interface OfferFinder {
  /** Looks in the index alone. */
  inIndex(hash: `0x${string}`): Promise<StoredOffer | null>
  /**
   * Looks in the index, then on the chain, and takes into the index what it finds there.
   *
   * @throws {HttpError} 503 where too many unknown hashes are being looked for already.
   */
  find(hash: `0x${string}`): Promise<Found>
}

/** Anybody can ask for hashes that nobody has heard of, and each costs requests to the chain: so few are open at once. */
const maxLookups = 16

export function createOfferFinder(parts: OfferParts): OfferFinder {
  const { db } = parts.context
  const lookups = new Map<string, Promise<Found>>()
  const inIndex = (hash: `0x${string}`) => findInIndex(db.read, hash)

  async function lookUp(hash: `0x${string}`): Promise<Found> {
    const sighting = await findOnChain(parts.context, hash)
    if (sighting.kind !== 'created') return sighting
    await takeEvents(parts, sighting.events)
    const offer = await inIndex(hash)
    return offer ? { kind: 'offer', offer } : { kind: 'nothing' }
  }

  return {
    inIndex,
    async find(hash) {
      const offer = await inIndex(hash)
      if (offer) return { kind: 'offer', offer }
      const under = lookups.get(hash)
      if (under) return under
      if (lookups.size >= maxLookups)
        throw new HttpError(503, 'too many unknown offers are being looked for', { retryAfterS: 1 })
      const lookup = lookUp(hash).finally(() => lookups.delete(hash))
      lookups.set(hash, lookup)
      return lookup
    },
  }
}

async function findInIndex(db: Queryable, hash: `0x${string}`): Promise<StoredOffer | null> {
  return (await findOffer(db, hash)) ?? (await findOfferByCreation(db, hash))
}
