import { type Address, sameAddress } from '@parley/domain'
import type { Answer, memberRoutes } from '@parley/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memberApi } from '../../services/signIn.ts'
import type { MoveFailure } from '../../services/tableLine.ts'

type Inbound = Answer<'inbound', typeof memberRoutes>

/** Whom a wallet has blocked. The other person is never told. */
export interface Block {
  readonly isBlocked: boolean
  /** Also leaves every table with them. */
  block(): Promise<MoveFailure | null>
  unblock(): Promise<MoveFailure | null>
}

/** @param asks whether the answer is needed: at a table that the viewer has left. */
export function useBlock(viewer: Address, other: Address, asks: boolean): Block {
  const queries = useQueryClient()
  const queryKey = ['inbound', viewer]
  const query = { as: viewer }
  const { data } = useQuery<Inbound>({
    queryKey,
    queryFn: () => memberApi.request('inbound', { query }),
    staleTime: 0,
    enabled: asks,
  })
  const change = async (body: { block: Address } | { unblock: Address }): Promise<MoveFailure | null> => {
    try {
      queries.setQueryData(queryKey, await memberApi.request('changeInbound', { query, body }))
      return null
    } catch {
      return 'unavailable'
    }
  }
  return {
    isBlocked: data?.blocked.some((blocked) => sameAddress(blocked, other)) ?? false,
    block: () => change({ block: other }),
    unblock: () => change({ unblock: other }),
  }
}
