import { nftKey } from '@parley/domain'
import { useId, useRef, type ReactNode } from 'react'
import { holdingsText } from '../../text/swap.lazy.ts'
import type { HeldNft } from '../../services/HeldNft.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { NftTile, type TileWords } from './NftTile.tsx'
import { useColumns } from './useColumns.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useRowsInView } from './useRowsInView.ts'
import './NftGrid.css'

interface NftGridProps {
  readonly label: string
  readonly nfts: readonly HeldNft[]
  /** 'A1' for an NFT on the table, null for the others. */
  readonly lotOf: (nft: HeldNft) => string | null
  readonly onToggle: (nft: HeldNft) => void
  readonly onChooseAll: (nfts: readonly HeldNft[]) => void
  readonly missingLabel: string
  /** Portal-specific caption and chosen label of a tile; null for the default. */
  readonly tileWords?: TileWords | null
}

// Not needed before the first tile is held.
const NftDetails = lazyOnIdle(() => import('./NftDetails.tsx'))

/** Name, collection and the gap below a tile. */
const belowTilePx = 76

/** A virtualized grid of NFTs to pick from. */
export function NftGrid({
  label,
  nfts,
  lotOf,
  onToggle,
  onChooseAll,
  missingLabel,
  tileWords = null,
}: NftGridProps): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const { columns, tilePx } = useColumns(list)
  const rowPx = Math.round(tilePx + belowTilePx)
  const view = useRowsInView(list, Math.ceil(nfts.length / columns), rowPx)
  const toggleAt = (position: number): void => {
    const nft = nfts[position]
    if (nft && !nft.escrowedBy) onToggle(nft)
  }
  const keys = useGridKeys({
    count: nfts.length,
    columns,
    onToggle: toggleAt,
    onRange: (from, to) =>
      onChooseAll(nfts.slice(Math.min(from, to), Math.max(from, to) + 1).filter((nft) => !nft.escrowedBy)),
    onMove: (position) => view.scrollTo(Math.floor(position / columns)),
  })
  return (
    <>
      <div
        ref={list}
        className="nft-grid"
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        aria-describedby={`${id}-keys`}
        aria-activedescendant={`${id}-${keys.current}`}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
        onClick={(event) => {
          const position = positionOf(event.target)
          if (position !== null) keys.onPress(position, event.shiftKey)
        }}
      >
        <div role="presentation" className="nft-rows" style={{ height: view.heightPx }}>
          {view.rows.map((row) => (
            <div
              key={row.index}
              role="presentation"
              className="nft-row"
              style={{
                transform: `translateY(${row.startPx}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {nfts.slice(row.index * columns, (row.index + 1) * columns).map((nft, column) => {
                const position = row.index * columns + column
                return (
                  <NftTile
                    key={nftKey(nft)}
                    id={`${id}-${position}`}
                    nft={nft}
                    lot={lotOf(nft)}
                    current={position === keys.current}
                    position={position}
                    of={nfts.length}
                    missingLabel={missingLabel}
                    words={tileWords}
                  />
                )
              })}
            </div>
          ))}
        </div>
        <span id={`${id}-keys`} hidden>
          {holdingsText.keys}
        </span>
      </div>
      <NftDetails list={list} nfts={nfts} />
    </>
  )
}

/** One delegated listener for all tiles, so that scrolling renders only new rows. */
function positionOf(target: EventTarget): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null
  return tile ? Number(tile.dataset['position']) : null
}
