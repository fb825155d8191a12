import { noCoins, type Address, type OfferId, type TxHash } from '@parley/domain'
import { numbersToWire, sidesToWire, type OfferHint } from '@parley/protocol'
import type { Deal } from './checks/checkDeal.ts'
import type { ConnectedTools } from './FlowTools.ts'

/** Tells the server of a new offer. Resolves to whether it took the news: the chain has the offer in any case. */
export async function recordCreation(
  tools: ConnectedTools,
  deal: Deal,
  recipient: Address,
  offerId: OfferId | TxHash,
): Promise<boolean> {
  const body = hintOf(deal, {
    creator: tools.wallet.address,
    recipient,
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
  readonly recipient: Address
  readonly offerId: OfferId | TxHash
  readonly nowS: number
}

function hintOf(deal: Deal, { creator, recipient, offerId, nowS }: Circumstances): OfferHint {
  return {
    offerId,
    creator,
    recipient,
    ...sidesToWire({ ...deal, coins: noCoins }),
    ...numbersToWire(deal),
    isActive: true,
    // The browser's guess of the block time: the server takes the chain's.
    expiresAt: String(nowS + deal.durationS),
  }
}
