import { startTransition, useEffect, useState } from 'react'

/** `isOn` while a server draws, and while a browser takes its drawing over. */
export const drawing = { isOn: false }

/**
 * Whether this is what a server draws, or the same again in the browser that takes it over.
 *
 * A server knows no visitor: neither theme nor time zone, wallet or device. What depends on them comes right after, as a
 * transition: an external store's change would hydrate the whole page in a single task.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(drawing.isOn)
  useEffect(() => startTransition(() => setDrawn(false)), [])
  return isDrawn
}
