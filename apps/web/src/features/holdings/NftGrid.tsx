import { nftKey } from '@parley/domain'
import { useId, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { holdingWords } from '../../messages/holdingWords.ts'
import type { HeldNft } from '../../session/HeldNft.ts'
import { lazyOnIdle } from '../../ui/lazyOnIdle.ts'
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

const NftDetail = lazyOnIdle(() => import('./NftDetail.tsx'))

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
  const [detail, setDetail] = useState<HeldNft | null>(null)
  const show = (position: number): void => setDetail(nfts[position] ?? null)
  const hold = useHold(show)
  const keys = useGridKeys({
    count: nfts.length,
    columns,
    onToggle: toggleAt,
    onRange: (from, to) =>
      onChooseAll(nfts.slice(Math.min(from, to), Math.max(from, to) + 1).filter((nft) => !nft.escrowedBy)),
    onMove: (position) => view.scrollTo(Math.floor(position / columns)),
    onShow: show,
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
        {...hold.handlers}
        onClick={(event) => {
          if (hold.wasHeld()) return
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
          {holdingWords.keys}
        </span>
      </div>
      {detail ? <NftDetail nft={detail} onClose={() => setDetail(null)} /> : null}
    </>
  )
}

const holdMs = 500
/** A finger is never quite still. */
const stillPx = 10

/** Holding a tile, by mouse or finger. The click that ends it is not meant. */
function useHold(onHold: (position: number) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const held = useRef(false)
  const end = (): void => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  return {
    wasHeld: () => held.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        end()
        held.current = false
        const position = positionOf(event.target)
        if (event.button !== 0 || position === null) return
        const timer = setTimeout(() => {
          held.current = true
          onHold(position)
        }, holdMs)
        press.current = { timer, x: event.clientX, y: event.clientY }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { current } = press
        if (current && Math.hypot(clientX - current.x, clientY - current.y) > stillPx) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: end,
      // A phone's own menu for pictures would cover the details.
      onContextMenu: (event: { preventDefault: () => void }) => press.current && event.preventDefault(),
    },
  }
}

/** One delegated listener for all tiles, so that scrolling renders only new rows. */
function positionOf(target: EventTarget): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null
  return tile ? Number(tile.dataset['position']) : null
}
