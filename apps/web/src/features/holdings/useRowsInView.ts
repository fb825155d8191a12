import { useLayoutEffect, useState, type RefObject } from 'react'

interface RowsInView {
  /** The rows to draw: those in view and a few on either side. */
  readonly rows: readonly { readonly index: number; readonly startPx: number }[]
  /** Of all rows together. */
  readonly heightPx: number
  /** Scrolls no further than it takes for the whole row to be seen. */
  scrollTo(row: number): void
}

/** Above the first row, for the ring of a chosen tile. */
const paddingPx = 12
/** Drawn on either side of what is in view, so that scrolling finds them there. */
const spareRows = 3

/** Which rows of a scrolling list are to be drawn. All are of one height, so nothing has to be measured but the list itself. */
export function useRowsInView(list: RefObject<HTMLElement | null>, count: number, rowPx: number): RowsInView {
  const [view, setView] = useState({ first: 0, last: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = (): void => {
      const topPx = element.scrollTop - paddingPx
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
  // Where the list has become shorter, the browser scrolls back and says so later.
  const last = Math.min(count - 1, view.last + spareRows)
  const first = Math.max(0, Math.min(view.first, last) - spareRows)
  return {
    rows: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
      index: first + at,
      startPx: paddingPx + (first + at) * rowPx,
    })),
    heightPx: paddingPx + count * rowPx,
    scrollTo(row) {
      const element = list.current
      if (!element) return
      const startPx = paddingPx + row * rowPx
      const top = Math.min(startPx, Math.max(element.scrollTop, startPx + rowPx - element.clientHeight))
      if (top !== element.scrollTop) element.scrollTo({ top })
    },
  }
}
