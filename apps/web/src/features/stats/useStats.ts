import type { tradeSorts, WireStats, WireStatsTrades } from '@parley/protocol'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { drawn } from '../../services/documentData.ts'
import { useSession } from '../../services/Session.ts'
import { queryKeys } from '../../services/queries.ts'

/** The very first numbers may be computed while the visitor waits. */
export function useStats(): UseQueryResult<WireStats> {
  const { api } = useSession()
  return useQuery({
    queryKey: queryKeys.stats,
    queryFn: ({ signal }) => api.request('stats', { signal }),
    // The server refreshes every few hours without an event, so each visit refetches.
    staleTime: 0,
    // What the document said, until the server has answered.
    ...(drawn.stats && { initialData: drawn.stats, initialDataUpdatedAt: 0 }),
  })
}

export type TradeSort = (typeof tradeSorts)[number]

export interface TradesView {
  readonly page: number
  readonly sort: TradeSort
  readonly order: 'asc' | 'desc'
}

const tradesAPage = 20

/** A page of the last seven days' trades. Keeps the previous page until the next has loaded. */
export function useTrades(view: TradesView): UseQueryResult<WireStatsTrades> {
  const { api } = useSession()
  const { page, sort, order } = view
  return useQuery({
    queryKey: queryKeys.statsTrades(`${sort} ${order} ${page}`),
    queryFn: ({ signal }) =>
      api.request('statsTrades', {
        query: { page: String(page), sort, order, limit: String(tradesAPage) },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
