import type { Address } from '@parley/domain'
import type { WireEscrowRecord } from '@parley/protocol'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

/** What takes an index: the owner's log, and how much the escrow holds. */
export function useEscrowRecord(escrow: Address): UseQueryResult<WireEscrowRecord> {
  const { api } = useSession()
  return useQuery({
    queryKey: queryKeys.escrowRecord(escrow),
    queryFn: ({ signal }) => api.request('escrowRecord', { params: { address: escrow }, signal }),
    staleTime: 0,
  })
}
