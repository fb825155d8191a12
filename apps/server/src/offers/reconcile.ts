import type { OfferStates } from '@parley/chain'
import type { OfferId } from '@parley/domain'
import type { StoredOffer } from './storedOffer.ts'

/** Changes that make the index match the chain. */
export interface Reconciled {
  /** Held closed, open on the chain. */
  readonly reactivated: readonly StoredOffer[]
  /** Open in the index, closed on chain: marked closed, with sender, block and time unknown. */
  readonly deactivated: readonly StoredOffer[]
  /** Held closed the wrong way round. */
  readonly corrected: readonly StoredOffer[]
  /** Held, but the escrow never had it. */
  readonly strays: readonly OfferId[]
}

/**
 * Holds stored offers against what their escrow says of them. Pure. An answer from before an offer's settlement, as an
 * endpoint that lags gives it, says nothing against the settlement.
 */
export function reconcile({ states, block }: OfferStates, stored: readonly StoredOffer[]): Reconciled {
  const reactivated: StoredOffer[] = []
  const deactivated: StoredOffer[] = []
  const corrected: StoredOffer[] = []
  const strays: OfferId[] = []
  for (const offer of stored) {
    const state = states.get(offer.id)
    if (state === undefined || block < Math.max(offer.createdBlock, offer.settledBlock ?? 0)) continue
    if (state === 'unknown') strays.push(offer.id)
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
