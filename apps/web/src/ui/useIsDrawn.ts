import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/**
 * Whether this is what a server draws, or the same again in the browser that takes it over.
 *
 * A server knows no visitor: neither theme nor time zone, wallet or device. What depends on them comes right after.
 */
export function useIsDrawn(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
