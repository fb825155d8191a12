import { useEffect } from 'react'
import { heedSeeking, showRoom } from './shownRooms.ts'

/** Tells the dock whether this box is in sight, and comes into sight when the dock's link asks for it. */
export function useShownRoom(place: { readonly current: HTMLElement | null }, room: string): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    let hide: (() => void) | null = null
    const tell = ([entry]: readonly IntersectionObserverEntry[]): void => {
      const inSight = entry?.isIntersecting ?? false
      if (inSight) hide ??= showRoom(room)
      else {
        hide?.()
        hide = null
      }
    }
    let watch: IntersectionObserver | null = null
    let coveredPx = -1
    const watchAbove = (): void => {
      const nowPx = barHeightPx()
      if (nowPx === coveredPx) return
      coveredPx = nowPx
      watch?.disconnect()
      watch = new IntersectionObserver(tell, { rootMargin: `0px 0px -${coveredPx}px` })
      watch.observe(element)
    }
    watchAbove()
    // A bar comes and goes with the page's width, and grows with its words.
    const sizes = new ResizeObserver(watchAbove)
    sizes.observe(document.body)
    const unheed = heedSeeking(room, () => element.scrollIntoView({ block: 'center' }))
    return () => {
      unheed()
      sizes.disconnect()
      watch?.disconnect()
      hide?.()
    }
  }, [place, room])
}

/** The bar that a phone has at the bottom of a deal: what lies behind it can't be seen. */
function barHeightPx(): number {
  const bars = document.querySelectorAll<HTMLElement>('.table-bar, .deal-bar')
  return Math.max(0, ...Array.from(bars, (bar) => bar.offsetHeight))
}
