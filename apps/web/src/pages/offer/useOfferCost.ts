import type { GasPurpose, Offer } from '@parley/domain'
import { useFee, useNetworkCost } from '../../features/offers/useFee.ts'
import { useSession } from '../../services/Session.ts'
import type { Standing } from './standingOf.ts'

export interface OfferCost {
  /** Coins of the deal that the user pays, and gets or gets back. */
  readonly payWei: bigint
  readonly receiveWei: bigint
  readonly feeWei: bigint
  /** The fee is assumed, because it isn't known yet. */
  readonly assumed: boolean
  /** Null until a price is known. */
  readonly networkWei: bigint | null
  readonly symbol: string
}

/** The cost of the user's action on this offer. Cancelling, claiming and sending home cost no platform fee. */
export function useOfferCost(offer: Offer, { act, role }: Standing): OfferCost {
  const fee = useFee(offer.escrow)
  const { symbol } = useSession().config.nativeCurrency
  const moved = act === 'accept' ? offer.offered.length + offer.requested.length : offer.offered.length
  const networkWei = useNetworkCost(purposeOf(act), moved)
  const free = act === 'cancel' || act === 'claim' || act === 'sendHome'
  const { offeredWei, requestedWei } = offer.coins
  const payWei = act === 'accept' ? requestedWei : 0n
  const endsOffer = act !== null && act !== 'claim'
  const receiveWei = act === 'accept' || (role === 'creator' && endsOffer) ? offeredWei : 0n
  return { payWei, receiveWei, feeWei: free ? 0n : fee.wei, assumed: fee.assumed, networkWei, symbol }
}

/** All that leaves the wallet; the network's part only once it is known. */
export function totalOf({ payWei, feeWei, networkWei }: OfferCost): bigint {
  return payWei + feeWei + (networkWei ?? 0n)
}

function purposeOf(act: Standing['act']): GasPurpose {
  return act === 'return' || act === 'sendHome' || act === null ? 'recover' : act
}
