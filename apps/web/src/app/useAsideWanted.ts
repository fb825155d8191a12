import { useEffect, useState } from 'react'
import { hasUnseenResult } from './visitorState.ts'
import { isWorldHere } from './loadWorld.ts'

/** Whether an information page should load the overlays: already loaded, or an unread result. */
export function useAsideWanted(): boolean {
  const [wanted, setWanted] = useState(() => isWorldHere() || hasUnseenResult())
  useEffect(() => {
    if (wanted) return
    // Another tab has started a transaction.
    const look = (): void => setWanted(hasUnseenResult())
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [wanted])
  return wanted
}
