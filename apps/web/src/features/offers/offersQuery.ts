import { sameAddress, type Address, type Offer, product, type OfferId } from '@parley/domain'
import { offerFromWire, type WireOffer, isBuiltFor, wireOfferSchema } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../services/queries.ts'
import type { Session } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazy.ts'
import type { BrowserStorage } from '../../services/browser.ts'

export interface OffersAnswer {
  readonly offers: readonly Offer[]
  /** `memory`: no source answers; the list is what the browser saw earlier. */
  readonly source: 'index' | 'chain' | 'memory'
}

/** Reading the chain needs much code that is useless while the server answers; the page prefetches it. */
export const loadOffersFromChain = importOnce(() => import('./offersFromChain.lazy.ts'))

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
        return readOffline(session, { role, address, hasOlder: client.getQueryData(queryKey) !== undefined })
      }
    },
  })
}

interface OfflineQuery {
  readonly role: Role
  readonly address: Address
  /** A list that was read before is better than what is remembered of it. */
  readonly hasOlder: boolean
}

async function readOffline(session: Session, { role, address, hasOlder }: OfflineQuery): Promise<OffersAnswer> {
  const { offersFromChain } = await loadOffersFromChain()
  try {
    return {
      offers: await offersFromChain(session, { role, address, known: knownOffers(session.storage) }),
      source: 'chain',
    }
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
      return {
        offers: await offersFromChain(session, { role, address, known: knownOffers(session.storage) }),
        source: 'chain',
      }
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

const knownOffersKey = `${product.slug}-offers`
/** How many recent offers this browser remembers. */
const maxKept = 200

/** Remembers offers from the index, for when it is unreachable (decision C8). */
export function rememberOffers(storage: BrowserStorage, offers: readonly WireOffer[]): void {
  if (offers.length === 0) return
  const fresh = new Set(offers.map((offer) => offer.offerId))
  const older = read(storage).filter((offer) => !fresh.has(offer.offerId))
  storage.write(knownOffersKey, JSON.stringify([...offers, ...older].slice(0, maxKept)))
}

export function knownOffers(storage: BrowserStorage): readonly Offer[] {
  return read(storage).map(offerFromWire)
}

function read(storage: BrowserStorage): readonly WireOffer[] {
  try {
    const kept: unknown = JSON.parse(storage.read(knownOffersKey) ?? '[]')
    return Array.isArray(kept) ? kept.map((offer) => wireOfferSchema.parse(offer)) : []
  } catch {
    // Another version's format, or foreign content.
    return []
  }
}

/** An account's role in a list's offers. */
export type Role = 'creator' | 'recipient'

/** Removes a settled offer from the lists at once, ahead of the index. */
export function dropFromLists({ queries }: Session, id: OfferId): void {
  queries.setQueriesData<OffersAnswer>(
    { queryKey: queryKeys.offers, predicate: ({ queryKey }) => lists.has(queryKey[1]) },
    (answer) => (answer ? { ...answer, offers: answer.offers.filter((offer) => offer.id !== id) } : undefined),
  )
}

const lists: ReadonlySet<unknown> = new Set(['sent', 'received', 'expired'])
