import type { OfferTerms } from '@parley/chain'
import type { Address, OfferId, TxHash } from '@parley/domain'
import { numbersToWire, type OfferHint, type SettlementHint, sidesToWire } from '@parley/protocol'
import type { ConnectedTools, FlowTools } from './FlowTools.ts'

/** Tells the server of a new offer. Resolves to whether it took the news: the chain has the offer in any case. */
export async function recordCreation(
  tools: ConnectedTools,
  terms: OfferTerms,
  offerId: OfferId | TxHash,
): Promise<boolean> {
  const body = hintOf(terms, {
    creator: tools.wallet.address,
    offerId,
    nowS: Math.floor(tools.clock.now() / 1000),
  })
  try {
    await tools.api.request('recordOffer', { body })
    return true
  } catch {
    // Any other answer, or none, means that the index has to find the offer.
    return false
  }
}

interface Circumstances {
  readonly creator: Address
  readonly offerId: OfferId | TxHash
  readonly nowS: number
}

function hintOf(terms: OfferTerms, { creator, offerId, nowS }: Circumstances): OfferHint {
  return {
    offerId,
    creator,
    recipient: terms.recipient,
    ...sidesToWire(terms),
    ...numbersToWire(terms),
    isActive: true,
    // The browser's guess of the block time: the server takes the chain's.
    expiresAt: String(nowS + terms.durationS),
  }
}

/** Tells the server that an offer was settled. Resolves to whether it took the news: it reads the chain in any case. */
export async function recordSettlement({ api }: FlowTools, offerId: OfferId, hint: SettlementHint): Promise<boolean> {
  try {
    await api.request('patchOffer', { params: { offerId }, body: hint })
    return true
  } catch {
    // Any other answer, or none, means that the index has to find it.
    return false
  }
}
