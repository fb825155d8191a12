import type { EscrowEvent } from '@parley/chain'
import { sameAddress, type TxHash } from '@parley/domain'
import { offerToWire } from '@parley/protocol'
import type { Handler, Input, Reply } from '../http/handlers.ts'
import { HttpError } from '../http/httpError.ts'
import { isKnownTransaction, readReceiptLogs } from '../indexer/reads/transactions.ts'
import type { OfferFinder } from './createOfferFinder.ts'
import { eventsOf } from './offerConsumer.ts'
import { olderError, unknownOfferError } from './offerErrors.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffer } from './offerStore.ts'
import { reconcileWithChain } from './reconcileWithChain.ts'
import type { StoredOffer } from './storedOffer.ts'
import { takeEvents } from './takeEvents.ts'
import { waitForChain } from './waitForChain.ts'

type Hint = Input<'patchOffer'>['body']

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
  { hint, txHash }: { hint: Hint; txHash: TxHash },
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
  await takeEvents(parts, own)
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

function refuseOtherCloser(offer: StoredOffer, { completedBy: claimed }: Hint): void {
  const by = offer.settlement?.by
  if (claimed && by && !sameAddress(claimed, by))
    throw contradicted(offer, 'completedBy', 'somebody else closed this offer')
}

function contradicted(offer: StoredOffer, field: keyof Hint, error: string): HttpError {
  return new HttpError(409, error, { field, offer: offerToWire(offer) })
}

function pending(txHash: TxHash): Reply<'patchOffer'> {
  return { status: 202, body: { success: true, pending: true, txHash } }
}

function recorded(offer: StoredOffer): Reply<'patchOffer'> {
  return { status: 200, body: { success: true, offer: offerToWire(offer) } }
}
