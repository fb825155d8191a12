import type { Address, Offer } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { useSession } from '../../session/Session.ts'
import { useIndexLag } from '../../session/useIndexLag.ts'
import type { ListDoubt, OfferList } from './OfferList.ts'
import { offersAheadQuery, offersQuery, type OffersAnswer } from './offersQuery.ts'
import type { Role } from './Role.ts'

/** An account's unsettled offers in one role, minus pending removals. */
export function useOfferList(role: Role, account: Address | null): OfferList {
  const session = useSession()
  const lagBlocks = useIndexLag()
  const query = useQuery({ ...offersQuery(session, role, account ?? '0x'), enabled: account !== null })
  const ahead = useQuery({
    ...offersAheadQuery(session, role, account ?? '0x'),
    enabled: account !== null && lagBlocks > 0,
  })
  const { data, status, isFetching, refetch } = query
  const doubt = doubtOf(query, lagBlocks)
  const offers = useWithoutSetAside((doubt?.kind === 'lags' ? ahead.data : undefined)?.offers ?? data?.offers ?? [])
  return {
    status: account ? (data ? 'ready' : statusNames[status]) : 'idle',
    offers,
    doubt,
    refreshing: isFetching && data !== undefined,
    refresh: async () => {
      await refetch()
    },
  }
}

const statusNames = { pending: 'loading', success: 'ready', error: 'failed' } as const

/** A list that can't be refreshed keeps its content and says so. */
function doubtOf(
  { data, isError }: { data: OffersAnswer | undefined; isError: boolean },
  lagBlocks: number,
): ListDoubt | null {
  if (data && (isError || data.source === 'memory')) return { kind: 'kept' }
  if (data?.source === 'chain') return { kind: 'from-chain' }
  return lagBlocks > 0 ? { kind: 'lags', blocks: lagBlocks } : null
}

/** Probably closed offers stay hidden until the chain has had time to say otherwise (decision C4). */
export function useWithoutSetAside(offers: readonly Offer[]): readonly Offer[] {
  const { setAside, clock } = useSession()
  const untilMs = useStore(setAside.store)
  return offers.filter((offer) => (untilMs[offer.id] ?? 0) <= clock.now())
}
