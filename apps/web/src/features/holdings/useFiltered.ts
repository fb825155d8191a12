import { locale, type Address } from '@parley/domain'
import { useDeferredValue, useMemo, useState } from 'react'
import type { HeldNft } from '../../services/HeldNft.ts'

export interface CollectionCount {
  readonly contract: Address
  readonly name: string
  readonly count: number
}

/** `collection`: as the wallet is read, by collection and id. */
export const nftOrders = ['collection', 'name', 'id'] as const
export type NftOrder = (typeof nftOrders)[number]

export interface Filter {
  readonly search: string
  readonly order: NftOrder
  readonly contract: Address | null
  setSearch(search: string): void
  setOrder(order: NftOrder): void
  setContract(contract: Address | null): void
  reset(): void
}

interface Filtered {
  readonly filter: Filter
  /** Chosen NFTs first, as of the last list or filter change, so that tiles don't move under the pointer. */
  readonly shown: readonly HeldNft[]
  readonly collections: readonly CollectionCount[]
}

/** Filters a wallet's NFTs by collection and by a search over name, collection and id. */
export function useFiltered(nfts: readonly HeldNft[], isChosen: (nft: HeldNft) => boolean): Filtered {
  const [search, setSearch] = useState('')
  // Typing has priority; filtering ten thousand names is deferred.
  const wanted = useDeferredValue(search)
  const [contract, setContract] = useState<Address | null>(null)
  const [order, setOrder] = useState<NftOrder>('collection')
  const shown = useMemo(
    () =>
      chosenFirst(
        sorted(
          nfts.filter((nft) => matches(nft, wanted, contract)),
          order,
        ),
        isChosen,
      ),
    // The selection is omitted on purpose: it reorders the list only when one of these changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/memo-dependencies
    [nfts, wanted, contract, order],
  )
  const collections = useMemo(() => countByCollection(nfts), [nfts])
  const reset = (): void => {
    setSearch('')
    setContract(null)
  }
  return { filter: { search, contract, order, setSearch, setContract, setOrder, reset }, shown, collections }
}

function matches(nft: HeldNft, search: string, contract: Address | null): boolean {
  if (contract && nft.contract !== contract) return false
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return true
  if (/^#?\d+$/.test(wanted)) return nft.tokenId.toString().startsWith(wanted.replace('#', ''))
  return `${nft.name} ${nft.collectionName}`.toLowerCase().includes(wanted)
}

const { compare } = new Intl.Collator(locale, { numeric: true })

function sorted(nfts: readonly HeldNft[], order: NftOrder): readonly HeldNft[] {
  if (order === 'collection') return nfts
  if (order === 'name') return nfts.toSorted((one, other) => compare(one.name, other.name))
  return nfts.toSorted(({ tokenId: one }, { tokenId: other }) => (one < other ? -1 : one > other ? 1 : 0))
}

/** Sorts chosen first and unavailable last, in linear time. */
function chosenFirst(nfts: readonly HeldNft[], isChosen: (nft: HeldNft) => boolean): readonly HeldNft[] {
  const chosen: HeldNft[] = []
  const free: HeldNft[] = []
  const held: HeldNft[] = []
  for (const nft of nfts) {
    if (isChosen(nft)) chosen.push(nft)
    else if (nft.escrowedBy === null) free.push(nft)
    else held.push(nft)
  }
  return [...chosen, ...free, ...held]
}

function countByCollection(nfts: readonly HeldNft[]): readonly CollectionCount[] {
  const counts = new Map<Address, CollectionCount>()
  for (const { contract, collectionName } of nfts) {
    counts.set(contract, { contract, name: collectionName, count: (counts.get(contract)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}
