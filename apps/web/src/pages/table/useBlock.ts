import { type Address, sameAddress } from '@parley/domain'
import type { Answer, memberRoutes } from '@parley/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { heedSignedOut, memberApi } from '../../services/signIn.ts'
import type { MoveFailure } from '../../services/tableLine.ts'

type Inbound = Answer<'inbound', typeof memberRoutes>

/** Whom a wallet has blocked: their offers are hidden as well. The other person is never told. */
export interface Block {
  /** Null until it is known. */
  readonly isBlocked: boolean | null
  /** Also leaves every table with them. */
  block(): Promise<MoveFailure | null>
  unblock(): Promise<MoveFailure | null>
}

/** @param asks whether the answer is needed: at a table that the viewer has left. */
export function useBlock(viewer: Address, other: Address, asks: boolean): Block {
  const queries = useQueryClient()
  const queryKey = ['inbound', viewer]
  const query = { as: viewer }
  const [isBlocking, setBlocking] = useState(false)
  const { data, isFetching } = useQuery<Inbound>({
    queryKey,
    queryFn: () => memberApi.request('inbound', { query }),
    staleTime: 0,
    enabled: asks,
  })
  const change = async (body: { block: Address } | { unblock: Address }): Promise<MoveFailure | null> => {
    try {
      // Rarely needed, so it is fetched before anything is changed.
      const { keepBlocked } = await import('../../features/offers/useBlocking.ts')
      queries.setQueryData(queryKey, await memberApi.request('changeInbound', { query, body }))
      keepBlocked(other, 'block' in body)
      return null
    } catch (error) {
      return heedSignedOut(queries, error) ? 'signed-out' : 'unavailable'
    }
  }
  const isListed = data?.blocked.some((blocked) => sameAddress(blocked, other)) ?? false
  return {
    isBlocked: isListed || !(isBlocking || (asks && isFetching)) ? isListed : null,
    async block() {
      // The table is over before the answer comes.
      setBlocking(true)
      const failure = await change({ block: other })
      setBlocking(false)
      return failure
    },
    unblock: () => change({ unblock: other }),
  }
}
