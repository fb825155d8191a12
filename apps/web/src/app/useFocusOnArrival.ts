import { useEffect, useRef } from 'react'

/** A page may still have to be fetched: about two seconds at sixty frames a second. */
const patienceFrames = 120

/** Going to another page moves the focus to it, as loading it would; the first page keeps the browser's own start. */
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
    // A page that is being left may still be there, hidden, and takes no focus.
    const arrived = element !== null && document.activeElement === element
    if (!arrived && framesLeft > 0) frame = requestAnimationFrame(look)
  }
  return () => cancelAnimationFrame(frame)
}
