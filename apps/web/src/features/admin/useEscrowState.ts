import { readEscrowState, type EscrowState } from '@parley/chain'
import type { Address } from '@parley/domain'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

/** Contract state, read through the visitor's own connection. */
export function useEscrowState(escrow: Address): UseQueryResult<EscrowState> {
  const { chain } = useSession()
  return useQuery({
    queryKey: queryKeys.escrow(escrow),
    queryFn: () => readEscrowState(chain, escrow),
    staleTime: 0,
  })
}
