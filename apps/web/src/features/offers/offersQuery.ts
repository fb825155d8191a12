import { sameAddress, type Address, type Offer } from '@parley/domain'
import { offerFromWire, type WireOffer } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import { isBuiltFor } from '../../services/builtFor.ts'
import { queryKeys } from '../../services/queryKeys.ts'
import type { Session } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazyOnIdle.ts'
import { knownOffers, rememberOffers, type Role } from './knownOffers.ts'
export interface OffersAnswer {
  readonly offers: readonly Offer[]
  /** `memory`: no source answers; the list is what the browser saw earlier. */
  readonly source: 'index' | 'chain' | 'memory'
}

/** Reading the chain needs much code that is useless while the server answers; the page prefetches it. */
export const loadOffersFromChain = importOnce(() => import('./offersFromChain.ts'))

const aheadMs = 10_000
const routeOf = { creator: 'offersByCreator', recipient: 'offersByRecipient' } as const
const keyOf = { creator: queryKeys.sent, recipient: queryKeys.received } as const

/** All open offers of an account in one role, from the index, or from the chain without a server. */
export function offersQuery(session: Session, role: Role, address: Address) {
  return queryOptions({
    queryKey: keyOf[role](address),
    queryFn: async ({ signal, client, queryKey }): Promise<OffersAnswer> => {
      try {
        const { offers } = await session.api.request(routeOf[role], { params: { address }, signal })
        return { offers: accept(session, offers), source: 'index' }
      } catch (error) {
        if (signal.aborted) throw error
        return withoutServer(session, { role, address, hasOlder: client.getQueryData(queryKey) !== undefined })
      }
    },
  })
}

interface Lonely {
  readonly role: Role
  readonly address: Address
  /** A list that was read before is better than what is remembered of it. */
  readonly hasOlder: boolean
}

async function withoutServer(session: Session, { role, address, hasOlder }: Lonely): Promise<OffersAnswer> {
  const { offersFromChain } = await loadOffersFromChain()
  try {
    return { offers: await offersFromChain(session, role, address), source: 'chain' }
  } catch (error) {
    const seen = knownOffers(session.storage).filter(
      (offer) => sameAddress(offer[role], address) && offer.settlement === null,
    )
    if (hasOlder || seen.length === 0) throw error
    return { offers: seen, source: 'memory' }
  }
}

/** The same read from the chain although the server is there: for as long as its index is behind. */
export function offersAheadQuery(session: Session, role: Role, address: Address) {
  return queryOptions({
    queryKey: [...keyOf[role](address), 'ahead'] as const,
    queryFn: async (): Promise<OffersAnswer> => {
      const { offersFromChain } = await loadOffersFromChain()
      return { offers: await offersFromChain(session, role, address), source: 'chain' }
    },
    staleTime: 0,
    // No live events arrive in this case, so poll.
    refetchInterval: aheadMs,
  })
}

/** The account's own offers past expiry. */
export function expiredQuery(session: Session, address: Address) {
  return queryOptions({
    queryKey: queryKeys.expired(address),
    queryFn: async ({ signal }): Promise<OffersAnswer> => {
      try {
        const { offers } = await session.api.request('expiredByCreator', { params: { address }, signal })
        return { offers: accept(session, offers), source: 'index' }
      } catch (error) {
        if (signal.aborted) throw error
        return { offers: knownOffers(session.storage).filter((offer) => offer.unreturned.length > 0), source: 'chain' }
      }
    },
  })
}

/** Ignores offers of escrows that the page was not built for (decision Z1). */
function accept({ storage, config }: Session, wire: readonly WireOffer[]): readonly Offer[] {
  const known = wire.filter(({ escrow }) => isBuiltFor(config, escrow))
  rememberOffers(storage, known)
  return known.map(offerFromWire)
}
