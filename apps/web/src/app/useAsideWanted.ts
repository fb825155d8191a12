import { useEffect, useState } from 'react'
import { isUntold } from './isUntold.ts'
import { isWorldHere } from './loadWorld.ts'

/** Whether wallet and chain concern a page that does without: this page has been where they are, or there is something to tell. */
export function useAsideWanted(): boolean {
  const [wanted, setWanted] = useState(() => isWorldHere() || isUntold())
  useEffect(() => {
    if (wanted) return
    // Another tab of this browser has begun a transaction.
    const look = (): void => setWanted(isUntold())
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [wanted])
  return wanted
}
