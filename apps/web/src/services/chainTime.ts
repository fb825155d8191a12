import { useCallback, useContext, useSyncExternalStore } from 'react'
import { drawn } from './documentData.ts'
import { SessionContext } from './Session.ts'
import type { LiveConnection } from './liveConnection.ts'

/** Chain time in unix seconds: the last block's time, and the browser's clock since it was heard of. */
export function chainTimeS(live: LiveConnection, nowMs: number): number {
  const { head } = live.store.getState()
  if (!head) return Math.floor(nowMs / 1000)
  return head.timestampS + Math.max(0, Math.floor((nowMs - head.heardAtMs) / 1000))
}

const tickMs = 1_000

/**
 * Chain time for the screen; changes once a second, and at once when a block says otherwise. In a first view, which has no
 * session yet, it is the document's.
 */
export function useChainTimeS(): number {
  const session = useContext(SessionContext)
  const follow = useCallback(
    (changed: () => void) => {
      const timer = setInterval(changed, tickMs)
      const unsubscribe = session?.live.store.subscribe(changed)
      return () => {
        clearInterval(timer)
        unsubscribe?.()
      }
    },
    [session],
  )
  const nowS = (): number => (session ? chainTimeS(session.live, session.clock.now()) : drawn.nowS)
  return useSyncExternalStore(follow, nowS, nowS)
}
