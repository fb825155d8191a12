import { offerToWire, type WireOffer } from '@parley/protocol'
import type { Handler, Input } from '../http/handlers.ts'
import { HttpError } from '../http/httpError.ts'
import type { OfferFinder } from './createOfferFinder.ts'
import { olderError, unknownOfferError } from './offerErrors.ts'
import { waitForChain } from './waitForChain.ts'

type Hint = Input<'recordOffer'>['body']

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
] as const satisfies readonly (keyof Hint & keyof WireOffer)[]

/** The first claim that the chain does not bear out. The others follow from these, which the route's schema has checked. */
function contradictedField(hint: Hint, offer: WireOffer): string | undefined {
  return claims.find((claim) => String(hint[claim]) !== String(offer[claim]))
}

/** The browser can only guess the block's timestamp, and the offer may already be closed. */
function warningOf(hint: Hint, offer: WireOffer): string | undefined {
  if (hint.isActive !== offer.isActive) return `the offer is ${offer.isActive ? 'open' : 'closed'} on the chain`
  return hint.expiresAt === offer.expiresAt ? undefined : 'expiresAt is as the chain has it'
}
