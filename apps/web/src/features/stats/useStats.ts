import type { WireStats } from '@parley/protocol'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

/** The first numbers of all may have to be counted while the visitor waits. */
export function useStats(): UseQueryResult<WireStats> {
  const { api } = useSession()
  return useQuery({
    queryKey: queryKeys.stats,
    queryFn: ({ signal }) => api.request('stats', { signal }),
    // The server counts every few hours and tells nobody, so each visit of the page asks.
    staleTime: 0,
  })
}
