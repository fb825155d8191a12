import { useEffect, useRef } from 'react'

/** Going to another page moves the focus to it, as loading it would; the first page keeps the browser's own start. */
export function useFocusOnArrival(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
