import { useLayoutEffect } from 'react'

/** A portal's look is a set of tokens for its key; they hold while it is the one on screen. */
export function usePortalLook(key: string): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['portal'] = key
    return () => {
      delete document.documentElement.dataset['portal']
    }
  }, [key])
}
