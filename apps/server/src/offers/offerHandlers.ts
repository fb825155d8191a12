import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import { HttpError } from '../http/httpError.ts'
import type { Indexer } from '../indexer/indexer.ts'

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

export function offerHandlers(_context: Context, _indexer: Indexer): Pick<Handlers, OfferRoutes> {
  const notYet = async () => {
    throw new HttpError(503, 'offers are not indexed')
  }
  return {
    syncOffers: notYet,
    fixCompleted: notYet,
    offersByCreator: notYet,
    offersByRecipient: notYet,
    offersByUser: notYet,
    expiredByCreator: notYet,
    offer: notYet,
    recordOffer: notYet,
    patchOffer: notYet,
  }
}
