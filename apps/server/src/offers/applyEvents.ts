import type { EscrowEvent, OfferCreated, OfferStates } from '@parley/chain'
import { nftKey, type OfferId } from '@parley/domain'
import type { StoredOffer } from './storedOffer.ts'

/** What events made of the offers they speak of. */
export interface AppliedEvents {
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
export function applyEvents(held: readonly StoredOffer[], events: readonly EscrowEvent[]): AppliedEvents {
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
export function suspectOffers<Offer extends TouchedOffer>(
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

/** Changes that make the index match the chain. */
export interface Reconciled {
  /** Held closed, open on the chain. */
  readonly reactivated: readonly StoredOffer[]
  /** Open in the index, closed on chain: marked closed, with sender, block and time unknown. */
  readonly deactivated: readonly StoredOffer[]
  /** Held closed the wrong way round. */
  readonly corrected: readonly StoredOffer[]
  /** Held, but the escrow never had it. */
  readonly strays: readonly StoredOffer[]
}

/**
 * Holds stored offers against what their escrow says of them. Pure. An answer from before an offer's settlement, as an
 * endpoint that lags gives it, says nothing against the settlement.
 */
export function reconcile({ states, block }: OfferStates, stored: readonly StoredOffer[]): Reconciled {
  const reactivated: StoredOffer[] = []
  const deactivated: StoredOffer[] = []
  const corrected: StoredOffer[] = []
  const strays: StoredOffer[] = []
  for (const offer of stored) {
    const state = states.get(offer.id)
    if (state === undefined || block < Math.max(offer.createdBlock, offer.settledBlock ?? 0)) continue
    if (state === 'unknown') strays.push(offer)
    else if (state === 'open') {
      if (offer.settlement !== null)
        reactivated.push({ ...offer, settlement: null, settledBlock: null, unreturned: [] })
    } else if (offer.settlement === null) deactivated.push(closedAs(offer, state))
    else if (offer.settlement.kind !== state) corrected.push(closedAs(offer, state))
  }
  return { reactivated, deactivated, corrected, strays }
}

/** Only the recipient completes an offer. Contract state doesn't say who cancelled it (decision K4). */
function closedAs(offer: StoredOffer, kind: 'completed' | 'cancelled'): StoredOffer {
  const by = kind === 'completed' ? offer.recipient : null
  return { ...offer, settlement: { kind, by, txHash: null, atS: null }, settledBlock: null }
}
