import type { Address, Offer } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { useSession } from '../../session/Session.ts'
import type { OfferList } from './OfferList.ts'
import { offersQuery } from './offersQuery.ts'
import type { Role } from './Role.ts'

/** The unsettled offers of an account in one role, without those that this browser has set aside. */
export function useOfferList(role: Role, account: Address | null): OfferList {
  const session = useSession()
  const { data, status, isFetching, refetch } = useQuery({
    ...offersQuery(session, role, account ?? '0x'),
    enabled: account !== null,
  })
  const offers = useWithoutSetAside(data?.offers ?? [])
  return {
    status: account ? statusNames[status] : 'idle',
    offers,
    source: data?.source ?? null,
    incomplete: data?.source === 'chain',
    refreshing: isFetching && data !== undefined,
    refresh: async () => {
      await refetch()
    },
  }
}

const statusNames = { pending: 'loading', success: 'ready', error: 'failed' } as const

/** Decision C4: what was probably closed stays away until the chain has had time to say otherwise. */
export function useWithoutSetAside(offers: readonly Offer[]): readonly Offer[] {
  const { setAside, clock } = useSession()
  const untilMs = useStore(setAside.store)
  return offers.filter((offer) => (untilMs[offer.id] ?? 0) <= clock.now())
}
