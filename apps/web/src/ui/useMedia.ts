import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; follows changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}

/** The width up to which the page is laid out for a phone. */
export const phoneQuery = '(max-width: 48em)'
