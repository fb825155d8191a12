import { useLayoutEffect, useState, type RefObject } from 'react'

const smallestTilePx = 104
const gapPx = 16
/** Padding for the selection rings. */
const paddingPx = 16

/** Number of columns and tile width at the list's current width. */
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
