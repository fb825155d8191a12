import { type Address, findCollection, type Offer } from '@parley/domain'
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
import { generalRoute, portalRoutes } from '../../portals/portalRoutes.ts'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'

const traderApi = createClientOf(traderRoutes, '')

/** The page of a trader. In a portal, the page leads back there. */
export function traderPath(address: string, portalKey: string = generalRoute.key): string {
  return `/trader/${address}${portalKey === generalRoute.key ? '' : `?portal=${portalKey}`}`
}

/** Where trading with an address begins: at a table, or with an offer. In the portal that the page's own address names. */
export function tradePaths(address: Address, search: string): { readonly table: string; readonly swap: string } {
  const key = new URLSearchParams(search).get('portal')
  const portal = portalRoutes.find((route) => route.key === key)
  return {
    table: `/table/new?to=${address}${portal ? `&portal=${portal.key}` : ''}`,
    swap: `${(portal ?? generalRoute).path}?to=${address}`,
  }
}

/** What the events say of an address. Read again with each event that concerns it. */
export function useTrader(address: Address) {
  return useQuery({
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

/** What lives at an address. `collection` has its name. */
export type AddressKind =
  | { readonly kind: 'wallet' | 'contract' | 'escrow' }
  | { readonly kind: 'collection'; readonly name: string }

export function useAddressKind(address: Address): AddressKind {
  const { config, chain } = useSession()
  const collection = findCollection(config.collections, address)
  const isEscrow = isBuiltFor(config, address)
  const { data: isContract } = useQuery({
    queryKey: queryKeys.code(address),
    queryFn: collection || isEscrow ? skipToken : async () => ((await getCode(chain, { address })) ?? '0x') !== '0x',
  })
  if (collection) return { kind: 'collection', name: collection.name }
  if (isEscrow) return { kind: 'escrow' }
  return { kind: isContract ? 'contract' : 'wallet' }
}
