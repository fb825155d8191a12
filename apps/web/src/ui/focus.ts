import { useEffect, useRef, type RefObject } from 'react'

/** Moves focus to the (focusable) container when the focused element is removed. Keyboard users stay in the list. */
export function useRestoreFocus(place: RefObject<HTMLElement | null>): void {
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
  // After every render: the focused element may be gone.
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  })
}

/** Focus candidates when leaving an element: itself, then its ancestors, nearest first. */
export function focusPlaces(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element; at !== null; at = at.parentElement?.closest('[tabindex="-1"]') ?? null) {
    if (at instanceof HTMLElement) places.push(at)
  }
  return places
}
