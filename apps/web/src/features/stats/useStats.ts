import type { WireStats } from '@parley/protocol'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

/** The very first numbers may be computed while the visitor waits. */
export function useStats(): UseQueryResult<WireStats> {
  const { api } = useSession()
  return useQuery({
    queryKey: queryKeys.stats,
    queryFn: ({ signal }) => api.request('stats', { signal }),
    // The server refreshes every few hours without an event, so each visit refetches.
    staleTime: 0,
  })
}
