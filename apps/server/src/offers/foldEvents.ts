import type { EscrowEvent, OfferCreated } from '@parley/chain'
import { nftKey, type OfferId } from '@parley/domain'
import type { StoredOffer } from './storedOffer.ts'

/** What events made of the offers they speak of. */
export interface Folded {
  /** Offers that are new or differ from what was held. */
  readonly changed: readonly StoredOffer[]
  /** How many offers are new. */
  readonly created: number
  /** How many offers that were held open are closed. */
  readonly deactivated: number
  /** Offers that events speak of and whose creation was never read. */
  readonly unknown: readonly OfferId[]
}

/**
 * Lays events, in the order of the chain, over the offers that were held. Pure; the same events over their own outcome change
 * nothing.
 */
export function foldEvents(held: readonly StoredOffer[], events: readonly EscrowEvent[]): Folded {
  const before = new Map(held.map((offer) => [offer.id, offer]))
  const after = new Map(before)
  const unknown = new Set<OfferId>()
  for (const event of events) {
    const offer = after.get(event.offerId)
    if (event.kind === 'created') after.set(event.offerId, offer ?? newOffer(event))
    else if (offer) after.set(event.offerId, changedBy(offer, event))
    else unknown.add(event.offerId)
  }
  const changed = [...after.values()].filter((offer) => offer !== before.get(offer.id))
  return {
    changed,
    created: changed.filter((offer) => !before.has(offer.id)).length,
    deactivated: changed.filter((offer) => offer.settlement && before.get(offer.id)?.settlement === null).length,
    unknown: [...unknown],
  }
}

function newOffer(event: OfferCreated): StoredOffer {
  return {
    id: event.offerId,
    escrow: event.escrow,
    creator: event.creator,
    recipient: event.recipient,
    offered: event.offered,
    requested: event.requested,
    coins: event.coins,
    createdTxHash: event.place.txHash,
    createdAtS: event.place.timeS,
    createdBlock: event.place.block,
    createdLogIndex: event.place.logIndex,
    expiresAtS: event.expiresAtS,
    settlement: null,
    settledBlock: null,
    unreturned: [],
  }
}

function changedBy(offer: StoredOffer, event: Exclude<EscrowEvent, OfferCreated>): StoredOffer {
  switch (event.kind) {
    case 'completed':
    case 'cancelled': {
      if (offer.settlement?.txHash === event.place.txHash && offer.settlement.kind === event.kind) return offer
      const settlement = { kind: event.kind, by: event.by, txHash: event.place.txHash, atS: event.place.timeS }
      return { ...offer, settlement, settledBlock: event.place.block }
    }
    case 'returnFailed':
    case 'returnClaimed': {
      const key = nftKey(event.nft)
      const listed = offer.unreturned.some((nft) => nftKey(nft) === key)
      if (listed === (event.kind === 'returnFailed')) return offer
      const unreturned = listed
        ? offer.unreturned.filter((nft) => nftKey(nft) !== key)
        : [...offer.unreturned, event.nft]
      return { ...offer, unreturned }
    }
  }
}
