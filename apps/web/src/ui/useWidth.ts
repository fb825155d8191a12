import { useEffect, useState, type RefObject } from 'react'

/** An element's current width in pixels; 0 until measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => setWidthPx(watched.clientWidth))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return widthPx
}
