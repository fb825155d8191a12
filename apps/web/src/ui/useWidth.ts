import { useEffect, useState, type RefObject } from 'react'

/** The width of an element in pixels, as it changes; 0 until it is known. */
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
