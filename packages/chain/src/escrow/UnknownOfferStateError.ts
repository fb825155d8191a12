import type { OfferId } from '@parley/domain'

/** The contract at the escrow's address answers something that an escrow does not. */
export class UnknownOfferStateError extends Error {
  override readonly name = 'UnknownOfferStateError'
  readonly id: OfferId
  readonly status: number | undefined

  constructor(id: OfferId, status: number | undefined) {
    super(`offer ${id} has the state ${status}`)
    this.id = id
    this.status = status
  }
}
