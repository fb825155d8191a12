import type { Address } from '@parley/domain'
import type { WireEscrowRecord } from '@parley/protocol'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

/** Data from the index: the owner's log and the escrow's holdings. */
export function useEscrowRecord(escrow: Address): UseQueryResult<WireEscrowRecord> {
  const { api } = useSession()
  return useQuery({
    queryKey: queryKeys.escrowRecord(escrow),
    queryFn: ({ signal }) => api.request('escrowRecord', { params: { address: escrow }, signal }),
    staleTime: 0,
  })
}
