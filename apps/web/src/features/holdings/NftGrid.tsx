import { nftKey } from '@parley/domain'
import { useId, useRef, type ReactNode, useLayoutEffect, useState, type RefObject, type KeyboardEvent } from 'react'
import { holdingsText } from '../../text/swap.lazy.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { NftTile, type TileWords } from './NftTile.tsx'
import './Holdings.css'

interface NftGridProps {
  readonly label: string
  readonly nfts: readonly HeldNft[]
  /** 'A1' for an NFT on the table, null for the others. */
  readonly itemLabel: (nft: HeldNft) => string | null
  readonly onToggle: (nft: HeldNft) => void
  readonly onChooseAll: (nfts: readonly HeldNft[]) => void
  readonly missingLabel: string
  /** Portal-specific caption and chosen label of a tile; null for the default. */
  readonly tileWords?: TileWords | null
}

// Not needed before the first tile is held.
const NftDetails = lazyOnIdle(() => import('./NftDetails.lazy.tsx'))

/** Name, collection and the gap below a tile. */
const belowTilePx = 76

/** A virtualized grid of NFTs to pick from. */
export function NftGrid({
  label,
  nfts,
  itemLabel,
  onToggle,
  onChooseAll,
  missingLabel,
  tileWords = null,
}: NftGridProps): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const awaited = useRef<HeldNft>(null)
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
        onKeyDown={(event) => {
          awaited.current = event.key === 'Enter' ? (nfts[keys.current] ?? null) : null
          keys.onKeyDown(event)
        }}
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
                    lot={itemLabel(nft)}
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
      <NftDetails list={list} nfts={nfts} awaited={awaited} />
    </>
  )
}

/** One delegated listener for all tiles, so that scrolling renders only new rows. */
function positionOf(target: EventTarget): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null
  return tile ? Number(tile.dataset['position']) : null
}

const smallestTilePx = 104
const gapPx = 16
/** Padding for the selection rings. */
const paddingPx = 16

/** Number of columns and tile width at the list's current width. */
function useColumns(list: RefObject<HTMLElement | null>): { readonly columns: number; readonly tilePx: number } {
  const [widthPx, setWidthPx] = useState(520)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = (): void => setWidthPx(element.clientWidth - paddingPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  const columns = Math.max(2, Math.floor((widthPx + gapPx) / (smallestTilePx + gapPx)))
  return { columns, tilePx: (widthPx + gapPx) / columns - gapPx }
}

interface GridKeys {
  /** The active position. */
  readonly current: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPress: (position: number, range: boolean) => void
}

interface GridKeysOptions {
  readonly count: number
  readonly columns: number
  readonly onToggle: (position: number) => void
  /** Chooses all positions from `from` to `to`, inclusive. */
  readonly onRange: (from: number, to: number) => void
  readonly onMove: (position: number) => void
}

/** Keyboard control of the grid: arrows move, Space toggles, Shift selects a range. Enter is `NftDetails`’s. */
export function useGridKeys({ count, columns, onToggle, onRange, onMove }: GridKeysOptions): GridKeys {
  const [at, setAt] = useState(0)
  const [anchor, setAnchor] = useState(0)
  const current = Math.min(at, Math.max(0, count - 1))
  const press = (position: number, range: boolean): void => {
    setAt(position)
    if (range) onRange(anchor, position)
    else {
      setAnchor(position)
      onToggle(position)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ') {
      event.preventDefault()
      return press(current, event.shiftKey)
    }
    const next = afterKey(event.key, current, columns, count)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setAt(next)
    if (event.shiftKey) onRange(anchor, next)
    else setAnchor(next)
    onMove(next)
  }
  return { current, onKeyDown, onPress: press }
}

function afterKey(key: string, from: number, columns: number, count: number): number | null {
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    PageUp: from - columns * 3,
    PageDown: from + columns * 3,
    Home: 0,
    End: count - 1,
  }[key]
  if (to === undefined) return null
  return Math.max(0, Math.min(count - 1, to))
}

interface RowsInView {
  /** The rows to render: those in view plus overscan. */
  readonly rows: readonly { readonly index: number; readonly startPx: number }[]
  /** Total height of all rows. */
  readonly heightPx: number
  /** Scrolls just far enough to show the whole row. */
  scrollTo(row: number): void
}

/** Padding above the first row for the selection ring. */
const topPaddingPx = 12
/** Overscan rows. */
const spareRows = 3

/** Virtualizes a scrolling list with fixed row height. */
function useRowsInView(list: RefObject<HTMLElement | null>, count: number, rowPx: number): RowsInView {
  const [view, setView] = useState({ first: 0, last: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = (): void => {
      const topPx = element.scrollTop - topPaddingPx
      const first = Math.floor(topPx / rowPx)
      const last = Math.floor((topPx + element.clientHeight) / rowPx)
      setView((now) => (now.first === first && now.last === last ? now : { first, last }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list, rowPx])
  // When the list shrinks, the browser scrolls back and fires the event later.
  const last = Math.min(count - 1, view.last + spareRows)
  const first = Math.max(0, Math.min(view.first, last) - spareRows)
  return {
    rows: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
      index: first + at,
      startPx: topPaddingPx + (first + at) * rowPx,
    })),
    heightPx: topPaddingPx + count * rowPx,
    scrollTo(row) {
      const element = list.current
      if (!element) return
      const startPx = topPaddingPx + row * rowPx
      const top = Math.min(startPx, Math.max(element.scrollTop, startPx + rowPx - element.clientHeight))
      if (top !== element.scrollTop) element.scrollTo({ top })
    },
  }
}
