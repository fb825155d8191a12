import { useLayoutEffect, useState, type RefObject } from 'react'

interface RowsInView {
  /** The rows to render: those in view plus overscan. */
  readonly rows: readonly { readonly index: number; readonly startPx: number }[]
  /** Total height of all rows. */
  readonly heightPx: number
  /** Scrolls just far enough to show the whole row. */
  scrollTo(row: number): void
}

/** Padding above the first row for the selection ring. */
const paddingPx = 12
/** Overscan rows. */
const spareRows = 3

/** Virtualizes a scrolling list with fixed row height. */
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
  // When the list shrinks, the browser scrolls back and fires the event later.
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
