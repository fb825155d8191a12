import { readBalance } from '@parley/chain'
import type { Address } from '@parley/domain'
import { skipToken, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'

/** The account's balance in wei; null while unknown. */
export function useBalance(address: Address | null): bigint | null {
  const { chain } = useSession()
  const { data = null } = useQuery({
    queryKey: address ? queryKeys.balance(address) : ['balance', null],
    queryFn: address ? () => readBalance(chain, address) : skipToken,
  })
  return data
}
