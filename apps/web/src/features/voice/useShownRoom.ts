import { useEffect } from 'react'
import { heedSeeking, showRoom } from './shownRooms.ts'

/** Tells the dock whether this box is in sight, and comes into sight when the dock's link asks for it. */
export function useShownRoom(place: { readonly current: HTMLElement | null }, room: string): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    let hide: (() => void) | null = null
    const watch = new IntersectionObserver(([entry]) => {
      const inSight = entry?.isIntersecting ?? false
      if (inSight) hide ??= showRoom(room)
      else {
        hide?.()
        hide = null
      }
    })
    watch.observe(element)
    const unheed = heedSeeking(room, () => element.scrollIntoView({ block: 'center' }))
    return () => {
      unheed()
      watch.disconnect()
      hide?.()
    }
  }, [place, room])
}
