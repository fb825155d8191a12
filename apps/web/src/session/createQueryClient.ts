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
        // The page must also work where the browser believes itself offline: the local chain is on this machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
