import { type EscrowEvent, offerEventTopics, readOfferStates } from '@parley/chain'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { maxRangeBlocks, readAnchors } from '../indexer/checkpoints.ts'
import { assertOnFork, readHead } from '../indexer/reads/rpcBlocks.ts'
import { isKnownTransaction, readLogs, readReceiptLogs } from '../indexer/reads/readLogs.ts'
import { FairQueue, QueueFullError } from '../limits/fairQueue.ts'
import { eventsOf, ingestEvents } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffer, findOfferByCreation } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'

/** The meaning of a hash: an offer's id, or its creating transaction (decision C3). */
type Found =
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
  /** Look-ups that have started, shared by all requests for the same hash. Queued ones belong to their network. */
  const running = new Map<string, Promise<Found>>()
  const inIndex = (hash: `0x${string}`) => findInIndex(db.readIndex, hash)

  async function lookUp(hash: `0x${string}`): Promise<Found> {
    const sighting = await findOnChain(parts.context, hash)
    if (sighting.kind !== 'created') return sighting
    await ingestEvents(parts, sighting.events)
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

/**
 * What the chain knows under a hash that the index does not have.
 *
 * - `created`: the events of a transaction that created an offer, or of the offer of that id.
 * - `pending`: a transaction that is not mined yet.
 * - `older`: an offer whose creation lies further back than was looked.
 * - `nothing`: no offer, and no transaction that could become one.
 */
type LookupResult =
  | { readonly kind: 'created'; readonly events: readonly EscrowEvent[] }
  | { readonly kind: 'pending' | 'older' | 'nothing' }

/** Looks for an offer by its id or by the transaction that created it. Two requests at most. */
async function findOnChain({ chain, config, db }: Context, hash: `0x${string}`): Promise<LookupResult> {
  const escrows = config.deployment.escrows.map((escrow) => escrow.address)
  const anchors = await readAnchors(db.read)
  const [, receiptLogs, isTransaction, ...states] = await Promise.all([
    assertOnFork(chain, anchors),
    readReceiptLogs(chain, hash),
    isKnownTransaction(chain, hash),
    ...escrows.map(async (escrow) => ({
      escrow,
      state: (await readOfferStates(chain, escrow, [hash])).states.get(hash),
    })),
  ])
  if (receiptLogs !== null)
    return lookupResult(eventsOf(receiptLogs.filter((log) => escrows.includes(log.address))), 'nothing')
  if (isTransaction) return { kind: 'pending' }
  const holder = states.find(({ state }) => state !== undefined && state !== 'unknown')
  if (!holder) return { kind: 'nothing' }
  const head = await readHead(chain)
  const fromBlock = Math.max(0, head.number - maxRangeBlocks + 1)
  const filter = {
    addresses: [holder.escrow],
    topics: offerEventTopics,
    firstArguments: [hash],
    fromBlock,
    toBlock: head.number,
  }
  return lookupResult(eventsOf(await readLogs(chain, filter, [head])), 'older')
}

function lookupResult(events: readonly EscrowEvent[], otherwise: 'older' | 'nothing'): LookupResult {
  return events.some((event) => event.kind === 'created') ? { kind: 'created', events } : { kind: otherwise }
}

export function unknownOfferError(): HttpError {
  return new HttpError(404, 'no such offer', { field: 'offerId' })
}

/** The escrow knows the offer, and the index is still on its way to the block that created it. */
export function olderError(): HttpError {
  return new HttpError(503, 'the index has not come to this offer yet', { field: 'offerId', retryAfterS: 5 })
}
