import { type EscrowState, readEscrowState } from '@parley/chain'
import type { Address } from '@parley/domain'
import { createClientOf, operatorRoutes, type WireEscrowRecord } from '@parley/protocol'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSession } from '../../services/Session.ts'
import { queryKeys } from '../../services/queries.ts'

/** Contract state, read through the visitor's own connection. */
export function useEscrowState(escrow: Address): UseQueryResult<EscrowState> {
  const { chain } = useSession()
  return useQuery({
    queryKey: queryKeys.escrow(escrow),
    queryFn: () => readEscrowState(chain, escrow),
    staleTime: 0,
  })
}

const operatorApi = createClientOf(operatorRoutes, '')

/** Data from the index: the owner's log and the escrow's holdings. */
export function useEscrowRecord(escrow: Address): UseQueryResult<WireEscrowRecord> {
  return useQuery({
    queryKey: queryKeys.escrowRecord(escrow),
    queryFn: ({ signal }) => operatorApi.request('escrowRecord', { params: { address: escrow }, signal }),
    staleTime: 0,
  })
}
