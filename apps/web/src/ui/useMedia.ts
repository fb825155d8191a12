import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; updates on change. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches)
}

/** Maximum width of the phone layout. */
export const phoneQuery = '(max-width: 48em)'

/** How to scroll to a place: smoothly, unless the user prefers less motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
