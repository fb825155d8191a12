import { sameAddress } from '@parley/domain'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { nftText as words, partialWalletText } from '../../text/deal.lazy.ts'
import type { HeldNft } from '../../services/drafts.ts'
import NftDetail from '../../services/NftDetail.lazy.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Holdings } from './useHoldings.ts'

interface NftDetailsProps {
  /** The grid's list. Its tiles bear `data-position`. */
  readonly list: RefObject<HTMLElement | null>
  readonly nfts: readonly HeldNft[]
  /** The NFT on which Enter was pressed last. */
  readonly awaited?: RefObject<HeldNft | null>
}

/** The NFT that is shown in full. Outlives its grid: a phone that is turned draws another one. */
const shown = createStore<{ readonly nft: HeldNft | null }>(() => ({ nft: null }))
const show = (nft: HeldNft | null): void => shown.setState({ nft })

/** What the grids on the page have. */
const grids = new Set<RefObject<readonly HeldNft[]>>()

/** Compares ids first: a key of text for each of thousands would delay the dialog. */
function has(nfts: readonly HeldNft[], nft: HeldNft): boolean {
  return nfts.some((one) => one.tokenId === nft.tokenId && sameAddress(one.contract, nft.contract))
}

/** Closes the details once no grid has their NFT. A new layout draws its grids at once. */
function closeIfGone(): void {
  const { nft } = shown.getState()
  if (nft && ![...grids].some(({ current }) => has(current, nft))) show(null)
}

/** Shows an NFT of a grid in full when its tile is held or Enter is pressed on it. Says so below the grid. */
export default function NftDetails({ list, nfts, awaited }: NftDetailsProps): ReactNode {
  const { nft } = useStore(shown)
  const latest = useRef(nfts)
  useEffect(() => {
    latest.current = nfts
  }, [nfts])
  useEffect(() => {
    grids.add(latest)
    return () => {
      grids.delete(latest)
      setTimeout(closeIfGone)
    }
  }, [])
  // Enter was pressed before this code was here, and the focus has stayed.
  useEffect(() => {
    const early = awaited?.current
    if (early && document.activeElement === list.current) show(early)
  }, [awaited, list])
  useEffect(
    () => (list.current ? listenForHold(list.current, (at) => show(latest.current[at] ?? null)) : undefined),
    [list],
  )
  return (
    <>
      <p className="tray-hint muted">{words.hold}</p>
      {nft && has(nfts, nft) ? <NftDetail nft={nft} onClose={() => show(null)} /> : null}
    </>
  )
}

const holdMs = 500
/** A finger is never quite still. */
const stillPx = 10

/** Listens for a tile that is held, by mouse or finger, and for its key. @returns what ends it. */
function listenForHold(list: HTMLElement, onHold: (position: number) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let press: { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | null = null
  let held = false
  const end = (): void => {
    if (press) clearTimeout(press.timer)
    press = null
  }
  list.addEventListener(
    'pointerdown',
    ({ button, target, clientX: x, clientY: y }) => {
      end()
      held = false
      const position = positionOf(target)
      if (button !== 0 || position === null) return
      const timer = setTimeout(() => {
        held = true
        onHold(position)
      }, holdMs)
      press = { timer, x, y }
    },
    { signal },
  )
  list.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > stillPx) end()
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel', 'pointerleave']) list.addEventListener(name, end, { signal })
  // The click that ends holding chooses nothing.
  list.addEventListener('click', (event) => held && event.stopPropagation(), { signal, capture: true })
  // A phone's own menu for pictures would cover the details.
  list.addEventListener('contextmenu', (event) => press && event.preventDefault(), { signal })
  list.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.repeat) return
      // Otherwise the same press would close the details, whose button has the focus by then.
      event.preventDefault()
      const position = positionOf(document.getElementById(list.getAttribute('aria-activedescendant') ?? ''))
      if (position !== null) onHold(position)
    },
    { signal },
  )
  signal.addEventListener('abort', end)
  return () => ending.abort()
}

function positionOf(target: EventTarget | null): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null
  return tile ? Number(tile.dataset['position']) : null
}

interface PartialWalletNoticeProps {
  readonly readUpTo: number
  readonly holdings: Holdings
}

/** Says that a wallet holds more than has been loaded. */
export function PartialWalletNotice({ readUpTo, holdings }: PartialWalletNoticeProps): ReactNode {
  return (
    <Note
      tone="plain"
      action={
        <Button sentence working={holdings.refreshing} onClick={() => void holdings.readOn()}>
          {partialWalletText.readOn}
        </Button>
      }
    >
      {partialWalletText.cut(readUpTo)}
    </Note>
  )
}
