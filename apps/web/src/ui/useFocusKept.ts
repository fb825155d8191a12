import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the focus in a place, which has to be focusable itself, when what had it there goes away: an offer that was dealt
 * with leaves its list, and whoever uses the keyboard goes on from the list and not from the beginning of the page.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const note = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? target : null
    }
    element.addEventListener('focusin', note)
    return () => element.removeEventListener('focusin', note)
  }, [place])
  // After every drawing: what had the focus may have gone with it.
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  })
}
