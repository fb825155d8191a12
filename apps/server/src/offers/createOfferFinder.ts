import type { Queryable } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { FairQueue, QueueFullError } from '../limits/fairQueue.ts'
import { findOnChain } from './findOnChain.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffer, findOfferByCreation } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'
import { takeEvents } from './takeEvents.ts'

/** The meaning of a hash: an offer's id, or its creating transaction (decision C3). */
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
   * @param network of the visitor who asks: networks take turns.
   * @throws {HttpError} 503 where this network asks for too many unknown hashes at once.
   */
  find(hash: `0x${string}`, network: string): Promise<Found>
}

/**
 * An unknown hash costs chain requests, and anyone can invent one. Few are looked up at once, round robin by network.
 */
const lookupLimits = { atOnce: 16, atOncePerKey: 4, waitingPerKey: 60, waiting: 1_000, patienceMs: 10_000 }

export function createOfferFinder(parts: OfferParts): OfferFinder {
  const { db } = parts.context
  const queue = new FairQueue(lookupLimits)
  /** Look-ups under way, shared by everyone who asks for the same hash. Those that still wait belong to their network. */
  const running = new Map<string, Promise<Found>>()
  const inIndex = (hash: `0x${string}`) => findInIndex(db.read, hash)

  async function lookUp(hash: `0x${string}`): Promise<Found> {
    const sighting = await findOnChain(parts.context, hash)
    if (sighting.kind !== 'created') return sighting
    await takeEvents(parts, sighting.events)
    const offer = await inIndex(hash)
    return offer ? { kind: 'offer', offer } : { kind: 'nothing' }
  }

  function shared(hash: `0x${string}`): Promise<Found> {
    const known = running.get(hash)
    if (known) return known
    const lookup = lookUp(hash).finally(() => running.delete(hash))
    running.set(hash, lookup)
    return lookup
  }

  return {
    inIndex,
    async find(hash, network) {
      const offer = await inIndex(hash)
      if (offer) return { kind: 'offer', offer }
      try {
        return await (running.get(hash) ?? queue.run(network, () => shared(hash)))
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error
        throw new HttpError(503, 'too many unknown offers are being looked for', { retryAfterS: 1 })
      }
    },
  }
}

async function findInIndex(db: Queryable, hash: `0x${string}`): Promise<StoredOffer | null> {
  return (await findOffer(db, hash)) ?? (await findOfferByCreation(db, hash))
}
