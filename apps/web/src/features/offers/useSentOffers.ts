import { statusOf } from '@parley/domain'
import { useChainTimeS } from '../../session/chainTime.ts'
import { useAccount } from '../../session/useAccount.ts'
import type { OfferList } from './OfferList.ts'
import { useInPortal } from './useInPortal.ts'
import { useOfferList } from './useOfferList.ts'

/** The connected wallet's unexpired, unsettled offers. */
export function useSentOffers(): OfferList {
  const list = useInPortal(useOfferList('creator', useAccount()))
  const nowS = useChainTimeS()
  return { ...list, offers: list.offers.filter((offer) => statusOf(offer, nowS) === 'active') }
}
