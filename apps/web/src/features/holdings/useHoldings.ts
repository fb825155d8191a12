import { findCollection, type Address } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HeldNft } from '../../session/HeldNft.ts'
import { holdingsQuery, wantMore } from '../../session/holdingsQuery.ts'
import { usePortal } from '../../session/Portal.ts'
import { collectionsOn, type OfferSide } from '../../session/portalCollections.ts'
import { useSession } from '../../session/Session.ts'

export interface Holdings {
  /** `idle` without an address. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** NFTs of the collections that may lie on this side of the portal, in a stable order. */
  readonly nfts: readonly HeldNft[]
  /** Collections that could not be read: say so, never show them as empty. */
  readonly unreadable: readonly Address[]
  /** Where the list comes from; `chain` when the server was away. */
  readonly source: 'server' | 'chain' | null
  /** How many collections are still being read. */
  readonly reading: number
  /** Neither the server nor the chain answers: this is what was read before. */
  readonly kept: boolean
  /** The wallet holds more than has been read: how many were, of all collections together. Null where everything has been. */
  readonly readUpTo: number | null
  readonly refreshing: boolean
  refresh(): Promise<void>
  /** Reads further into a wallet that holds more. */
  readOn(): Promise<void>
}

/** Never asked for: the query is off without an address. */
const nobody: Address = '0x'

/** What a wallet holds that may lie on a side of an offer in this portal. */
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
  return {
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
  }
}

const statusNames = { pending: 'loading', success: 'ready', error: 'failed' } as const
