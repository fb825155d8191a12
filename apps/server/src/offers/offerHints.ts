import type { EscrowEvent } from '@parley/chain'
import { sameAddress, type TxHash } from '@parley/domain'
import { offerToWire, type WireOffer } from '@parley/protocol'
import type { RateLimits } from '../config/serverConfig.ts'
import type { Handler, Input, Reply } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import { isKnownTransaction, readReceiptLogs } from '../indexer/reads/readLogs.ts'
import { sleep } from '../lib/async.ts'
import { Occupancy } from '../limits/occupancy.ts'
import { type OfferFinder, olderError, unknownOfferError } from './createOfferFinder.ts'
import { eventsOf, ingestEvents } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffer } from './offerStore.ts'
import { reconcileWithChain } from './reconcileWithChain.ts'
import type { StoredOffer } from './storedOffer.ts'

type CreationHint = Input<'recordOffer'>['body']

/** `POST /api/swap-offers`: a client reports a new offer. The stored data comes from the chain (decision C2). */
export function recordOffer(finder: OfferFinder): Handler<'recordOffer'> {
  return async ({ body, request }) => {
    const wasThere = (await finder.inIndex(body.offerId)) !== null
    const found = await waitForChain(
      () => finder.find(body.offerId, request.network),
      ({ kind }) => kind === 'offer' || kind === 'older',
    )
    if (found.kind === 'pending') return { status: 202, body: { success: true, pending: true, txHash: body.offerId } }
    if (found.kind === 'older') throw olderError()
    if (found.kind === 'nothing') throw unknownOfferError()
    const offer = offerToWire(found.offer)
    const field = contradictedField(body, offer)
    if (field) throw new HttpError(409, `the chain says otherwise: ${field} differs`, { field, offer })
    const warning = warningOf(body, offer)
    return { status: wasThere ? 200 : 201, body: { success: true, offer, ...(warning ? { warning } : {}) } }
  }
}

const claims = [
  'creator',
  'recipient',
  'nftContractsOffered',
  'tokenIdsOffered',
  'nftContractsRequested',
  'tokenIdsRequested',
  'coinsOffered',
  'coinsRequested',
] as const satisfies readonly (keyof CreationHint & keyof WireOffer)[]

/** The first claim that the chain does not bear out. The others follow from these, which the route's schema has checked. */
function contradictedField(hint: CreationHint, offer: WireOffer): string | undefined {
  return claims.find((claim) => String(hint[claim]) !== String(offer[claim]))
}

/** The browser can only guess the block's timestamp, and the offer may already be closed. */
function warningOf(hint: CreationHint, offer: WireOffer): string | undefined {
  if (hint.isActive !== offer.isActive) return `the offer is ${offer.isActive ? 'open' : 'closed'} on the chain`
  return hint.expiresAt === offer.expiresAt ? undefined : 'expiresAt is as the chain has it'
}

type SettlementHint = Input<'patchOffer'>['body']

/** `PATCH /api/swap-offers/{id}`: a client reports a settlement. The chain decides (decision C2). */
export function patchOffer(parts: OfferParts, finder: OfferFinder): Handler<'patchOffer'> {
  return async ({ params, body, request }) => {
    const found = await finder.find(params.offerId, request.network)
    if (found.kind === 'pending') return pending(params.offerId)
    if (found.kind === 'older') throw olderError()
    if (found.kind === 'nothing') throw unknownOfferError()
    if (body.completedTxHash) return completedBy(parts, found.offer, { hint: body, txHash: body.completedTxHash })
    const wanted = body.status === 'completed' ? false : body.isActive
    const offer = await waitForChain(
      () => readAgain(parts, found.offer),
      (seen) => (seen.settlement === null) === wanted,
    )
    if ((offer.settlement === null) !== wanted) {
      throw contradicted(
        offer,
        body.status ? 'status' : 'isActive',
        `the offer is ${wanted ? 'closed' : 'open'} on the chain`,
      )
    }
    refuseOtherCloser(offer, body)
    return recorded(offer)
  }
}

/** The receipt that was named must hold the completion of this offer, by its own escrow. */
async function completedBy(
  parts: OfferParts,
  offer: StoredOffer,
  { hint, txHash }: { hint: SettlementHint; txHash: TxHash },
): Promise<Reply<'patchOffer'>> {
  const { chain, db } = parts.context
  const logs = await waitForChain(
    () => readReceiptLogs(chain, txHash),
    (seen) => seen !== null,
  )
  if (logs === null && (await isKnownTransaction(chain, txHash))) return pending(txHash)
  const events = eventsOf((logs ?? []).filter((log) => sameAddress(log.address, offer.escrow)))
  const own = events.filter((event: EscrowEvent) => event.offerId === offer.id)
  if (!own.some((event) => event.kind === 'completed')) {
    throw contradicted(offer, 'completedTxHash', 'that transaction did not complete this offer')
  }
  await ingestEvents(parts, own)
  const now = (await findOffer(db.read, offer.id)) ?? offer
  refuseOtherCloser(now, hint)
  return recorded(now)
}

async function readAgain(parts: OfferParts, offer: StoredOffer): Promise<StoredOffer> {
  const { db } = parts.context
  const now = (await findOffer(db.read, offer.id)) ?? offer
  await reconcileWithChain(parts, [now])
  return (await findOffer(db.read, offer.id)) ?? offer
}

function refuseOtherCloser(offer: StoredOffer, { completedBy: claimed }: SettlementHint): void {
  const by = offer.settlement?.by
  if (claimed && by && !sameAddress(claimed, by))
    throw contradicted(offer, 'completedBy', 'somebody else closed this offer')
}

function contradicted(offer: StoredOffer, field: keyof SettlementHint, error: string): HttpError {
  return new HttpError(409, error, { field, offer: offerToWire(offer) })
}

function pending(txHash: TxHash): Reply<'patchOffer'> {
  return { status: 202, body: { success: true, pending: true, txHash } }
}

function recorded(offer: StoredOffer): Reply<'patchOffer'> {
  return { status: 200, body: { success: true, offer: offerToWire(offer) } }
}

/** Hints that wait for the chain at the same time. Each asks it again and again, so there is a bound. */
const maxWaiting = 200
const retryAfterS = 2

interface HintLimiter {
  /** @throws {HttpError} 429 where too many of this network wait already, 503 where too many do. */
  pass<T>(network: string, work: () => Promise<T>): Promise<T>
}

export function createHintLimiter({ writesPerMinute }: Pick<RateLimits, 'writesPerMinute'>): HintLimiter {
  // Far more than can wait at once at that rate.
  const perNetwork = Math.min(maxWaiting, Math.ceil(writesPerMinute / 3))
  const waiting = new Occupancy({ total: maxWaiting, perNetwork })
  return {
    async pass(network, work) {
      const leave = waiting.enter(network)
      if (!leave && waiting.isFull)
        throw new HttpError(503, 'too many hints are waiting for the chain', { retryAfterS })
      if (!leave) throw new HttpError(429, 'too many of your hints are waiting for the chain', { retryAfterS })
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** How long a hint waits for the chain to show what it claims (decision C2). */
const hintPatienceMs = 5_000
const betweenLooksMs = 400

/**
 * Looks again and again until what is seen is as hoped, or patience runs out.
 *
 * @returns what was seen last.
 */
async function waitForChain<T>(
  look: () => Promise<T>,
  isThere: (seen: T) => boolean,
  patienceMs = hintPatienceMs,
): Promise<T> {
  const deadline = AbortSignal.timeout(patienceMs)
  for (;;) {
    const seen = await look()
    if (isThere(seen) || deadline.aborted) return seen
    await sleep(betweenLooksMs, deadline)
  }
}
