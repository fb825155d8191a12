import type { Address, Offer } from '@parley/domain'
import { offerFromWire, type WireOffer } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import type { Session } from '../../session/Session.ts'
import { knownOffers, rememberOffers } from './knownOffers.ts'
import { offersFromChain } from './offersFromChain.ts'
import type { Role } from './Role.ts'

export interface OffersAnswer {
  readonly offers: readonly Offer[]
  readonly source: 'index' | 'chain'
}

const routeOf = { creator: 'offersByCreator', recipient: 'offersByRecipient' } as const
const keyOf = { creator: queryKeys.sent, recipient: queryKeys.received } as const

/** All unsettled offers of an account in one role: from the index, or from what the chain shows when the server is away. */
export function offersQuery(session: Session, role: Role, address: Address) {
  return queryOptions({
    queryKey: keyOf[role](address),
    queryFn: async ({ signal }): Promise<OffersAnswer> => {
      try {
        const { offers } = await session.api.request(routeOf[role], { params: { address }, signal })
        return { offers: accept(session, offers), source: 'index' }
      } catch (error) {
        if (signal.aborted) throw error
        return { offers: await offersFromChain(session, role, address), source: 'chain' }
      }
    },
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

function accept({ storage }: Session, wire: readonly WireOffer[]): readonly Offer[] {
  rememberOffers(storage, wire)
  return wire.map(offerFromWire)
}
