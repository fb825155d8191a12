import type { Address, Nft, Offer } from '@parley/domain'
import {
  createClientOf,
  type HistoryQuery,
  isBuiltFor,
  offerFromWire,
  traderRoutes,
  type WireOffer,
} from '@parley/protocol'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getCode } from 'viem/actions'
import type { OfferList } from '../../features/offers/useOfferList.ts'
import { type DocumentTrader, drawn } from '../../services/documentData.ts'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { type AddressKind, knownKind, toNfts } from './addresses.ts'

const traderApi = createClientOf(traderRoutes, '')

/** What the document says of a trader, until the server has answered. */
function carriedOf(address: Address): DocumentTrader | undefined {
  return drawn.trader?.trader.address === address ? drawn.trader : undefined
}

/** What the events say of an address. Read again with each event that concerns it. */
export function useTrader(address: Address) {
  const carried = carriedOf(address)
  return useQuery({
    // Shown at once, and read again.
    ...(carried && { initialData: carried.trader, initialDataUpdatedAt: 0, staleTime: 0 }),
    queryKey: [...queryKeys.offers, 'trader', address],
    queryFn: ({ signal }) => traderApi.request('trader', { params: { address }, signal }),
  })
}

/** How many trades the address has completed with the viewer; null without a viewer. */
export function useTradesWith(address: Address, viewer: Address | null): number | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.offers, 'with', address, viewer],
    queryFn: viewer
      ? ({ signal }) => traderApi.request('tradesWith', { params: { address, other: viewer }, signal })
      : skipToken,
  })
  return data?.completedTrades ?? null
}

/** A list that is read page by page. */
export interface PagedOffers extends OfferList {
  readonly hasMore: boolean
  loadMore(): Promise<void>
}

type ListRoute = 'traderOffers' | 'traderHistory'

function usePages(route: ListRoute, address: Address, query: HistoryQuery & { readonly limit?: string }): PagedOffers {
  const { config } = useSession()
  const pages = useInfiniteQuery({
    queryKey: [...queryKeys.offers, route, address, query],
    initialPageParam: null as string | null,
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
    queryFn: ({ pageParam, signal }) =>
      traderApi.request(route, {
        params: { address },
        query: { ...query, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
  })
  // Offers of escrows that the page wasn't built for are left out (decision Z1).
  const read = (wire: readonly WireOffer[]): readonly Offer[] =>
    wire.filter(({ escrow }) => isBuiltFor(config, escrow)).map(offerFromWire)
  return {
    status: pages.data ? 'ready' : pages.isError ? 'failed' : 'loading',
    offers: pages.data?.pages.flatMap(({ offers }) => read(offers)) ?? [],
    doubt: null,
    hasMore: pages.hasNextPage,
    refreshing: pages.isFetching && pages.data !== undefined,
    refresh: async () => {
      await pages.refetch()
    },
    loadMore: async () => {
      await pages.fetchNextPage()
    },
  }
}

/** Offers of a trader that can be accepted now, newest first. */
export function useTraderOffers(address: Address): PagedOffers {
  return usePages('traderOffers', address, { limit: '6' })
}

/** A wallet's history as far as a filter lets it through. */
export function useTradeHistory(address: Address, query: HistoryQuery, limit = '20'): PagedOffers {
  return usePages('traderHistory', address, { ...query, limit })
}

/** What changed hands in the newest trades; null until they are known. */
export function movedIn(address: Address, { status, offers }: PagedOffers): readonly Nft[] | null {
  if (status !== 'loading') return offers.flatMap(({ offered, requested }) => [...offered, ...requested])
  const carried = carriedOf(address)
  return carried ? toNfts(carried.nfts) : null
}

/** What lives at an address: by the page's build, else by the chain. */
export function useAddressKind(address: Address): AddressKind {
  const { config, chain } = useSession()
  const known = knownKind(config, address)
  const { data: isContract } = useQuery({
    queryKey: queryKeys.code(address),
    queryFn: known ? skipToken : async () => ((await getCode(chain, { address })) ?? '0x') !== '0x',
  })
  return known ?? { kind: isContract ? 'contract' : 'wallet' }
}
