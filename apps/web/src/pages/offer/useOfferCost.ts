import type { GasPurpose, Offer } from '@parley/domain'
import { useFee } from '../../features/offers/useFee.ts'
import { useNetworkCost } from '../../features/offers/useNetworkCost.ts'
import { useSession } from '../../session/Session.ts'
import type { Standing } from './standingOf.ts'

export interface OfferCost {
  readonly feeWei: bigint
  /** The fee is assumed, because it isn't known yet. */
  readonly assumed: boolean
  /** Null until a price is known. */
  readonly networkWei: bigint | null
  readonly symbol: string
}

/** The cost of the user's action on this offer. Cancelling, claiming and sending home cost no platform fee. */
export function useOfferCost(offer: Offer, { act }: Standing): OfferCost {
  const fee = useFee(offer.escrow)
  const { symbol } = useSession().config.nativeCurrency
  const moved = act === 'accept' ? offer.offered.length + offer.requested.length : offer.offered.length
  const networkWei = useNetworkCost(purposeOf(act), moved)
  const free = act === 'cancel' || act === 'claim' || act === 'sendHome'
  return { feeWei: free ? 0n : fee.wei, assumed: fee.assumed, networkWei, symbol }
}

function purposeOf(act: Standing['act']): GasPurpose {
  return act === 'return' || act === 'sendHome' || act === null ? 'recover' : act
}
