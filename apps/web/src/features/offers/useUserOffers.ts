import type { Offer } from '@parley/domain'
import { offerFromWire, type WireOffer, isBuiltFor } from '@parley/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/useConnection.ts'
import { knownOffers } from './offersQuery.ts'
import type { OfferList } from './useOfferList.ts'

export interface UserOffers extends OfferList {
  /** Of all offers, loaded or not; null without the server. */
  readonly counts: { readonly active: number; readonly completed: number } | null
  /** Closed offers of the user's own with NFTs still in escrow (decision K7), however old. */
  readonly unreturned: readonly Offer[]
  readonly hasMore: boolean
  loadMore(): Promise<void>
}

const statusNames = { pending: 'loading', success: 'ready', error: 'failed' } as const

/** Everything that the connected wallet ever made or received, newest first (decision A2). */
export function useUserOffers(): UserOffers {
  const { api, storage, config } = useSession()
  const account = useAccount()
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
    status: account ? (remembered.length + fromIndex.length > 0 ? 'ready' : statusNames[query.status]) : 'idle',
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
