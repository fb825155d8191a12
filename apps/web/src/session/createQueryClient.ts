import { QueryClient } from '@tanstack/react-query'

/** No automatic retry, refetch or polling; never stale: the server announces changes (decision C5). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        staleTime: Number.POSITIVE_INFINITY,
        // The page must work even if the browser believes it is offline: the local chain needs no network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
