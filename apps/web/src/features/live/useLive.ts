import { useStore } from 'zustand'
import type { LiveStatus } from '../../services/liveLine.ts'
import { useSession } from '../../services/Session.ts'

export type { LiveStatus } from '../../services/liveLine.ts'

/** The state of the live connection to the server. */
export function useLive(): { readonly status: LiveStatus; readonly indexedBlock: number | null } {
  const { live } = useSession()
  const status = useStore(live.store, (state) => state.status)
  const indexedBlock = useStore(live.store, (state) => state.indexedBlock)
  return { status, indexedBlock }
}
