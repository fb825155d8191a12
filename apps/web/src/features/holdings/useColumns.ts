import { useLayoutEffect, useState, type RefObject } from 'react'

const smallestTilePx = 104
const gapPx = 16
/** The list keeps this much room on either side for the rings of chosen tiles. */
const paddingPx = 16

/** How many tiles fit beside each other, and how wide one is, as the list is now. */
export function useColumns(list: RefObject<HTMLElement | null>): { readonly columns: number; readonly tilePx: number } {
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
