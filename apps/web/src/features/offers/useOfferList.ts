import { createStore } from 'zustand/vanilla'
import { hidesOffer, type TrackedTransaction } from '../../actions/tracker/transaction.ts'
import { type Address, type Offer, product, sameAddress, type OfferId } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { type Role, offersAheadQuery, type OffersAnswer, offersQuery } from './offersQuery.ts'
import { useSession } from '../../services/Session.ts'
import { useIndexLag } from '../../services/queries.ts'
import { browserStorage, createSharedStore, parseStored } from '../../services/browser.ts'
import { useAccount } from '../../services/walletConnection.ts'

/**
 * Why a list may be incomplete.
 *
 * - `from-chain`: the server is unreachable; shows known offers and the last 2000 blocks (decision C8).
 * - `lags`: the index is that many blocks behind, so the list is read from the chain.
 * - `kept`: server and chain are unreachable; this is older data.
 */
export type StaleReason = { readonly kind: 'from-chain' | 'kept' } | { readonly kind: 'lags'; readonly blocks: number }

export interface OfferList {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly offers: readonly Offer[]
  readonly doubt: StaleReason | null
  readonly refreshing: boolean
  refresh(): Promise<void>
}

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
  const offers = useWithoutPendingRemovals(
    (doubt?.kind === 'lags' ? ahead.data : undefined)?.offers ?? data?.offers ?? [],
  )
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
): StaleReason | null {
  if (data && (isError || data.source === 'memory')) return { kind: 'kept' }
  if (data?.source === 'chain') return { kind: 'from-chain' }
  return lagBlocks > 0 ? { kind: 'lags', blocks: lagBlocks } : null
}

const noTransactions = createStore<readonly TrackedTransaction[]>(() => [])

/** Probably closed offers stay hidden until the chain has had time to say otherwise (decision C4). */
export function useWithoutPendingRemovals(offers: readonly Offer[]): readonly Offer[] {
  const { transactions, clock } = useSession()
  const account = useAccount()
  const tracked = useStore(account ? transactions.of(account) : noTransactions)
  const nowMs = clock.now()
  const removed = new Set(tracked.filter((one) => hidesOffer(one, nowMs)).map(({ subject }) => subject))
  return offers.filter(({ id }) => !removed.has(id))
}

interface Unwanted {
  readonly offers: readonly OfferId[]
  readonly creators: readonly Address[]
}

const unwantedKey = `${product.slug}-unwanted`
export const maxEach = 500

export const unwanted = createSharedStore<Unwanted>(browserStorage, unwantedKey, {
  parse,
  print: (state) => JSON.stringify(state),
})
export const changeUnwanted = (how: (now: Unwanted) => Partial<Unwanted>): void =>
  unwanted.update((now) => ({ ...now, ...how(now) }))

interface UnwantedOffers {
  isUnwanted(offer: Pick<Offer, 'id' | 'creator'>): boolean
  readonly blocked: readonly Address[]
  hide(id: OfferId): void
  unhide(id: OfferId): void
}

/** Received offers hidden in this browser, individually or by creator (decision S9). */
export function useUnwanted(): UnwantedOffers {
  const { offers, creators } = useStore(unwanted.store)
  return {
    isUnwanted: (offer) => offers.includes(offer.id) || creators.some((creator) => sameAddress(creator, offer.creator)),
    blocked: creators,
    hide: (id) => changeUnwanted((now) => ({ offers: [id, ...now.offers].slice(0, maxEach) })),
    unhide: (id) => changeUnwanted((now) => ({ offers: now.offers.filter((known) => known !== id) })),
  }
}

function parse(text: string | null): Unwanted {
  const kept = parseStored(text)
  return typeof kept === 'object' && kept !== null && 'offers' in kept && 'creators' in kept
    ? { offers: hexList(kept.offers), creators: hexList(kept.creators) }
    : { offers: [], creators: [] }
}

function hexList(value: unknown): readonly `0x${string}`[] {
  return Array.isArray(value)
    ? value.filter((item): item is `0x${string}` => typeof item === 'string' && /^0x[0-9a-f]+$/i.test(item))
    : []
}
