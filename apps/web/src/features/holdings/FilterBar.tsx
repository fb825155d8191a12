import { useState, type ReactNode, useDeferredValue, useMemo } from 'react'
import { holdingsText as words } from '../../text/swap.lazy.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { locale, type Address } from '@parley/domain'
import type { HeldNft } from '../../services/drafts.ts'
import './Holdings.css'

interface FilterBarProps {
  readonly filter: Filter
  readonly collections: readonly CollectionCount[]
  readonly total: number
}

/** Collections shown beside 'All' on a wide screen before expanding. */
const atFirst = 2

/** Search plus a collection filter with counts. */
export function FilterBar({ filter, collections, total }: FilterBarProps): ReactNode {
  const phone = useMedia(phoneQuery)
  const [all, setAll] = useState(false)
  const few = collections.filter((one, at) => at < atFirst || one.contract === filter.contract)
  const shown = phone || all ? collections : few
  const left = collections.length - shown.length
  return (
    <div className="filter">
      <TextField
        className="filter-search"
        label={words.search}
        labelUnseen
        placeholder={words.searchPlace}
        start={<Icon name="search" />}
        type="search"
        value={filter.search}
        onChange={(event) => filter.setSearch(event.target.value)}
      />
      <div className="filter-row">
        <div className="filter-chips" role="group" aria-label={words.collection} hidden={collections.length < 2}>
          <FilterChip
            pressed={filter.contract === null}
            name={words.all}
            count={total}
            onPress={() => filter.setContract(null)}
          />
          {shown.map(({ contract, name, count }) => (
            <FilterChip
              key={contract}
              pressed={filter.contract === contract}
              name={name}
              count={count}
              onPress={() => filter.setContract(contract)}
            />
          ))}
          {phone || (left === 0 && !all) || collections.length <= atFirst ? null : (
            <button type="button" className="filter-more" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? words.fewer : words.more(left)}
            </button>
          )}
        </div>
        {total < 2 ? null : (
          <Select
            label={words.sortBy}
            value={filter.order}
            choices={filter.orders.map((value) => ({ value, label: words.order[value] }))}
            onChange={(value) => filter.setOrder(filter.orders.find((order) => order === value) ?? filter.order)}
          />
        )}
      </div>
    </div>
  )
}

interface FilterChipProps {
  readonly pressed: boolean
  readonly name: string
  readonly count: number
  readonly onPress: () => void
}

function FilterChip({ pressed, name, count, onPress }: FilterChipProps): ReactNode {
  return (
    <button type="button" className="filter-chip" aria-pressed={pressed} onClick={onPress}>
      {name} <span className="num">{count}</span>
    </button>
  )
}

interface CollectionCount {
  readonly contract: Address
  readonly name: string
  readonly count: number
}

/** `collection`: as the wallet is read, by collection and id. */
const nftOrders = ['collection', 'name', 'id', 'received'] as const
type NftOrder = (typeof nftOrders)[number]
/** A list from the chain, or one that the server read and didn't follow, doesn't tell when an NFT came. */
const undatedOrders = nftOrders.slice(0, 3)

interface Filter {
  readonly search: string
  readonly order: NftOrder
  readonly orders: readonly NftOrder[]
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
  const [contract, setContract] = useState<Address | null>(null)
  const [wantedOrder, setOrder] = useState<NftOrder>('collection')
  const orders = useMemo(() => (nfts.some(({ receivedBlock }) => receivedBlock) ? nftOrders : undatedOrders), [nfts])
  const order = orders.includes(wantedOrder) ? wantedOrder : 'collection'
  // Letters and pressed buttons show at once. Filtering ten thousand names and drawing their tiles is deferred.
  const text = useDeferredValue(search)
  const from = useDeferredValue(contract)
  const by = useDeferredValue(order)
  const shown = useMemo(
    () =>
      chosenFirst(
        sorted(
          nfts.filter((nft) => matches(nft, text, from)),
          by,
        ),
        isChosen,
      ),
    // The selection is omitted on purpose: it reorders the list only when one of these changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/memo-dependencies
    [nfts, text, from, by],
  )
  const collections = useMemo(() => countByCollection(nfts), [nfts])
  const reset = (): void => {
    setSearch('')
    setContract(null)
  }
  return { filter: { search, contract, order, orders, setSearch, setContract, setOrder, reset }, shown, collections }
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
  if (order === 'received') return nfts.toSorted((one, other) => (other.receivedBlock ?? 0) - (one.receivedBlock ?? 0))
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
  return [...counts.values()].toSorted((a, b) => b.count - a.count || compare(a.name, b.name))
}
