import type { EscrowEvent } from '@parley/chain'
import type { OfferId } from '@parley/domain'

/** What there is to know of an offer before it is doubted. */
export interface TouchedOffer {
  readonly id: OfferId
  readonly createdBlock: number
  readonly settledBlock: number | null
  /** Null while it is open. */
  readonly settlement: unknown
}

/** Blocks that were read, both ends included. */
export interface BlockRange {
  readonly fromBlock: number
  readonly toBlock: number
}

/**
 * Stored offers that contradict the events of a range. Their creation or settlement should be in it but isn't, or they
 * were closed by contract state without an event. Either the index is wrong or logs are missing, so the chain's state
 * decides. Pure.
 */
export function doubtfulOffers<Offer extends TouchedOffer>(
  stored: readonly Offer[],
  events: readonly EscrowEvent[],
  { fromBlock, toBlock }: BlockRange,
): Offer[] {
  const created = new Set(events.filter(({ kind }) => kind === 'created').map(({ offerId }) => offerId))
  const settled = new Set(
    events.filter(({ kind }) => kind === 'completed' || kind === 'cancelled').map(({ offerId }) => offerId),
  )
  const within = (block: number | null) => block !== null && block >= fromBlock && block <= toBlock
  return stored.filter(
    (offer) =>
      (within(offer.createdBlock) && !created.has(offer.id)) ||
      (within(offer.settledBlock) && !settled.has(offer.id)) ||
      (within(offer.createdBlock) && offer.settlement !== null && offer.settledBlock === null),
  )
}
