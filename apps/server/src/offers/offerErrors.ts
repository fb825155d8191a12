import { HttpError } from '../http/httpError.ts'

export function unknownOfferError(): HttpError {
  return new HttpError(404, 'no such offer', { field: 'offerId' })
}

/** The escrow knows the offer, and the index is still on its way to the block that created it. */
export function olderError(): HttpError {
  return new HttpError(503, 'the index has not come to this offer yet', { field: 'offerId', retryAfterS: 5 })
}
