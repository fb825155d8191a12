import { offerToWire } from '@parley/protocol'
import type { Handler, Handlers } from '../http/handlers.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { OfferFinder } from './createOfferFinder.ts'
import { createHintGate } from './hintGate.ts'
import { listOffers } from './listOffers.ts'
import { olderError, unknownOfferError } from './offerErrors.ts'
import type { OfferParts } from './offerParts.ts'
import { patchOffer } from './patchOffer.ts'
import { recordOffer } from './recordOffer.ts'
import { fixCompletedOffers, syncOffers } from './syncOffers.ts'

type OfferRoutes =
  | 'syncOffers'
  | 'fixCompleted'
  | 'offersByCreator'
  | 'offersByRecipient'
  | 'offersByUser'
  | 'expiredByCreator'
  | 'offer'
  | 'recordOffer'
  | 'patchOffer'

/** The handlers of all routes about offers. */
export function offerHandlers(
  parts: OfferParts,
  { indexer, finder }: { indexer: Pick<Indexer, 'status' | 'catchUp'>; finder: OfferFinder },
): Pick<Handlers, OfferRoutes> {
  const gate = createHintGate(parts.context.config.rateLimits)
  const record = recordOffer(finder)
  const patch = patchOffer(parts, finder)
  return {
    syncOffers: syncOffers(parts, indexer),
    fixCompleted: fixCompletedOffers(parts),
    ...listOffers(parts.context, indexer),
    offer: oneOffer(finder),
    recordOffer: (input) => gate.pass(input.request.network, () => record(input)),
    patchOffer: (input) => gate.pass(input.request.network, () => patch(input)),
  }
}

/** `GET /api/swap-offers/{offerId}`, by id or by the creating transaction's hash (decision C3). */
function oneOffer(finder: OfferFinder): Handler<'offer'> {
  return async ({ params, request }) => {
    const found = await finder.find(params.offerId, request.network)
    switch (found.kind) {
      case 'offer':
        return { status: 200, body: { success: true, offer: offerToWire(found.offer) }, about: found.offer.id }
      case 'pending':
        return { status: 202, body: { success: true, pending: true, txHash: params.offerId } }
      case 'older':
        throw olderError()
      case 'nothing':
        throw unknownOfferError()
    }
  }
}
