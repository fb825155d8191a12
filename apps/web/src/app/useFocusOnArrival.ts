import { useEffect, useRef } from 'react'

/** Frames to wait for a page to load: about two seconds at 60 fps. */
const patienceFrames = 120

/** Moves the focus to the new page on navigation. The initial load keeps the browser's default. */
export function useFocusOnArrival(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    return focusWhenThere('main')
  }, [path])
}

function focusWhenThere(id: string): () => void {
  let framesLeft = patienceFrames
  let frame = requestAnimationFrame(look)
  function look(): void {
    const element = document.getElementById(id)
    framesLeft -= 1
    element?.focus({ preventScroll: true })
    // The previous page may still be in the DOM, hidden and not focusable.
    const arrived = element !== null && document.activeElement === element
    if (!arrived && framesLeft > 0) frame = requestAnimationFrame(look)
  }
  return () => cancelAnimationFrame(frame)
}
