import { useState, type ReactNode } from 'react'
import { holdingsText as words } from '../../text/swap.lazy.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { nftOrders, type CollectionCount, type Filter, type NftOrder } from './useFiltered.ts'
import './FilterBar.css'

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
  const folded = !phone && !all && left > 0
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
        {folded || total < 2 ? null : (
          <button type="button" className="filter-more" onClick={() => filter.setOrder(after(filter.order))}>
            {words.order[filter.order]}
          </button>
        )}
      </div>
    </div>
  )
}

/** The order that follows, in a circle. */
function after(order: NftOrder): NftOrder {
  return nftOrders[(nftOrders.indexOf(order) + 1) % nftOrders.length] ?? order
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
