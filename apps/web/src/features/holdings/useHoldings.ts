import { findCollection, type Address } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HeldNft } from '../../services/drafts.ts'
import { holdingsQuery, wantMore } from '../../services/holdingsQuery.ts'
import { usePortal, collectionsOn, type OfferSide } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'

export interface Holdings {
  /** `idle` without an address. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** NFTs of collections allowed on this side of the portal, in a stable order. */
  readonly nfts: readonly HeldNft[]
  /** Collections that couldn't be read. Say so; never show them as empty. */
  readonly unreadable: readonly Address[]
  /** The list's source; `chain` if the server was unreachable. */
  readonly source: 'server' | 'chain' | null
  /** Collections still loading. */
  readonly reading: number
  /** Server and chain are unreachable; this is older data. */
  readonly kept: boolean
  /** If the wallet holds more: the number loaded so far. Null if complete. */
  readonly readUpTo: number | null
  readonly refreshing: boolean
  refresh(): Promise<void>
  /** Loads more of the wallet. */
  readOn(): Promise<void>
}

/** Unused: the query is disabled without an address. */
const nobody: Address = '0x'

/** A wallet's NFTs that are allowed on a side of an offer in this portal. */
export function useHoldings(address: Address | null, side: OfferSide): Holdings {
  const session = useSession()
  const portal = usePortal()
  const { data, status, isFetching, refetch } = useQuery({
    ...holdingsQuery(session, portal, address ?? nobody),
    enabled: address !== null,
  })
  const collections = useMemo(() => collectionsOn(portal, side, session.config.collections), [portal, side, session])
  const nfts = useMemo(
    () => (data?.nfts ?? []).filter((nft) => findCollection(collections, nft.contract)),
    [data, collections],
  )
  return useMemo(
    () => ({
      status: address ? (data ? 'ready' : statusNames[status]) : 'idle',
      kept: data !== undefined && status === 'error',
      nfts,
      unreadable: (data?.unreadable ?? []).filter((contract) => findCollection(collections, contract)),
      source: data?.source ?? null,
      reading: data?.reading ?? 0,
      readUpTo: data?.readUpTo ?? null,
      refreshing: isFetching && data !== undefined,
      refresh: async () => {
        await refetch()
      },
      readOn: async () => {
        if (address) wantMore(address)
        await refetch()
      },
    }),
    [address, data, status, isFetching, refetch, nfts, collections],
  )
}

const statusNames = { pending: 'loading', success: 'ready', error: 'failed' } as const
