import { type Address, type Offer, statusOf } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { type Role, offersAheadQuery, type OffersAnswer, offersQuery } from './offersQuery.ts'
import { useUnwanted } from './useUnwanted.ts'
import { usePortal, belongsHere } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { useAccount } from '../../services/useConnection.ts'
import { useIndexLag } from '../../services/queries.ts'

/**
 * Why a list may be incomplete.
 *
 * - `from-chain`: the server is unreachable; shows known offers and the last 2000 blocks (decision C8).
 * - `lags`: the index is that many blocks behind, so the list is read from the chain.
 * - `kept`: server and chain are unreachable; this is older data.
 */
export type ListDoubt = { readonly kind: 'from-chain' | 'kept' } | { readonly kind: 'lags'; readonly blocks: number }

export interface OfferList {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly offers: readonly Offer[]
  readonly doubt: ListDoubt | null
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

/** A list's offers that fit this portal. */
export function useInPortal(list: OfferList): OfferList {
  const { config } = useSession()
  const portal = usePortal()
  return { ...list, offers: list.offers.filter((offer) => belongsHere(portal, offer, config.collections)) }
}

/** Unsettled offers to the connected wallet, including expired ones, which the recipient may return. */
export function useReceivedOffers(): OfferList & HiddenPart {
  const list = useInPortal(useOfferList('recipient', useAccount()))
  return { ...list, ...useWithoutHidden(list.offers) }
}

export interface HiddenPart {
  /** Offers that the user hid, or whose creator they blocked. */
  readonly hidden: readonly Offer[]
}

/** Splits a list into what is shown and what the user hid (decision S9). */
export function useWithoutHidden(all: readonly Offer[]): HiddenPart & Pick<OfferList, 'offers'> {
  const { isUnwanted } = useUnwanted()
  const account = useAccount()
  const isHidden = (offer: Offer): boolean => offer.creator !== account && isUnwanted(offer)
  return { offers: all.filter((offer) => !isHidden(offer)), hidden: all.filter(isHidden) }
}

/** The connected wallet's unexpired, unsettled offers. */
export function useSentOffers(): OfferList {
  const list = useInPortal(useOfferList('creator', useAccount()))
  const nowS = useChainTimeS()
  return { ...list, offers: list.offers.filter((offer) => statusOf(offer, nowS) === 'active') }
}
