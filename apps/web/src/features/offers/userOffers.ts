import { type Address, type Offer, statusOf } from '@parley/domain'
import { useUnwanted, useOfferList, type OfferList, useWithoutPendingRemovals } from './useOfferList.ts'
import { usePortal, isOfferInPortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { expiredQuery, knownOffers } from './offersQuery.ts'
import { offerFromWire, type WireOffer, isBuiltFor } from '@parley/protocol'
import { queryKeys } from '../../services/queries.ts'

/** A list's offers that fit this portal. */
function useInPortal(list: OfferList): OfferList {
  const { config } = useSession()
  const portal = usePortal()
  return { ...list, offers: list.offers.filter((offer) => isOfferInPortal(portal, offer, config.collections)) }
}

/** Unsettled offers to the connected wallet, including expired ones, which the recipient may return. */
export function useReceivedOffers(): OfferList & HiddenPart {
  const list = useInPortal(useOfferList('recipient', useAccount()))
  return { ...list, ...useWithoutHidden(list.offers) }
}

interface HiddenPart {
  /** Offers that the user hid, or whose creator they blocked. */
  readonly hidden: readonly Offer[]
}

/** Splits a list into what is shown and what the user hid (decision S9). */
export function useWithoutHidden(all: readonly Offer[]): HiddenPart & Pick<OfferList, 'offers'> {
  const { isUnwanted } = useUnwanted()
  const account = useAccount()
  const isHidden = (offer: Offer): boolean => offer.creator !== account && isUnwanted(offer)
  return { offers: all.filter((offer) => !isHidden(offer)), hidden: all.filter(isHidden) }
}

/** The connected wallet's unexpired, unsettled offers. */
export function useSentOffers(): OfferList {
  const list = useInPortal(useOfferList('creator', useAccount()))
  const nowS = useChainTimeS()
  return { ...list, offers: list.offers.filter((offer) => statusOf(offer, nowS) === 'active') }
}

/** The connected wallet's expired offers, and closed ones with NFTs still in escrow (decision K7). */
export function useExpiredOffers(): OfferList {
  const session = useSession()
  const account = useAccount()
  const sent = useOfferList('creator', account)
  const expired = useQuery({ ...expiredQuery(session, account ?? '0x'), enabled: account !== null })
  const everything = useUserOffers()
  const nowS = useChainTimeS()
  const known = useWithoutPendingRemovals(
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

export interface UserOffers extends OfferList {
  /** Of all offers, loaded or not; null without the server. */
  readonly counts: { readonly active: number; readonly completed: number } | null
  /** Closed offers of the user's own with NFTs still in escrow (decision K7), however old. */
  readonly unreturned: readonly Offer[]
  readonly hasMore: boolean
  loadMore(): Promise<void>
}

const userStatusNames = { pending: 'loading', success: 'ready', error: 'failed' } as const

/** Everything that a wallet, by default the connected one, ever made or received, newest first (decision A2). */
export function useUserOffers(whose?: Address | null): UserOffers {
  const { api, storage, config } = useSession()
  const connected = useAccount()
  const account = whose === undefined ? connected : whose
  const query = useInfiniteQuery({
    queryKey: queryKeys.byUser(account ?? '0x'),
    enabled: account !== null,
    initialPageParam: null as string | null,
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
    queryFn: ({ pageParam, signal }) =>
      api.request('offersByUser', {
        params: { address: account ?? '0x' },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
  })
  const away = query.isError
  const read = (wire: readonly WireOffer[]): readonly Offer[] =>
    wire.filter(({ escrow }) => isBuiltFor(config, escrow)).map(offerFromWire)
  const [first] = query.data?.pages ?? []
  const fromIndex = query.data?.pages.flatMap(({ offers }) => read(offers)) ?? []
  const remembered =
    away && account
      ? knownOffers(storage).filter((offer) => offer.creator === account || offer.recipient === account)
      : []
  return {
    status: account ? (remembered.length + fromIndex.length > 0 ? 'ready' : userStatusNames[query.status]) : 'idle',
    offers: away && fromIndex.length === 0 ? remembered : fromIndex,
    counts: first?.counts ?? null,
    unreturned: read(first?.unreturned ?? []),
    doubt: away ? { kind: 'kept' } : null,
    refreshing: query.isFetching && query.data !== undefined,
    refresh: async () => {
      await query.refetch()
    },
    hasMore: query.hasNextPage,
    loadMore: async () => {
      await query.fetchNextPage()
    },
  }
}
