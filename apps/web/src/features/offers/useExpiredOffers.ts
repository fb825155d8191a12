import { statusOf, type Offer } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useChainTimeS } from '../../services/chainTime.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/useConnection.ts'
import { type OfferList, useInPortal, useOfferList, useWithoutSetAside } from './useOfferList.ts'
import { expiredQuery } from './offersQuery.ts'
import { useUserOffers } from './useUserOffers.ts'

/** The connected wallet's expired offers, and closed ones with NFTs still in escrow (decision K7). */
export function useExpiredOffers(): OfferList {
  const session = useSession()
  const account = useAccount()
  const sent = useOfferList('creator', account)
  const expired = useQuery({ ...expiredQuery(session, account ?? '0x'), enabled: account !== null })
  const everything = useUserOffers()
  const nowS = useChainTimeS()
  const known = useWithoutSetAside(
    unique([...sent.offers, ...(expired.data?.offers ?? []), ...everything.unreturned, ...everything.offers]),
  )
  const mine = known.filter(
    (offer) => offer.creator === account && (statusOf(offer, nowS) === 'expired' || offer.unreturned.length > 0),
  )
  return useInPortal({
    ...sent,
    offers: mine,
    refresh: async () => {
      await Promise.all([sent.refresh(), expired.refetch(), everything.refresh()])
    },
  })
}

/** Deduplicates by id: lists read at different times overlap. */
function unique(offers: readonly Offer[]): readonly Offer[] {
  return [...new Map(offers.toReversed().map((offer) => [offer.id, offer])).values()].toReversed()
}
