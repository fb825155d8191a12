import { useCallback, useEffect } from 'react'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazy.ts'
import type { ApprovalChange } from './changeApproval.ts'

// Loaded lazily: signing is impossible before the page is ready.
const loadChange = importOnce(() => import('./changeApproval.ts'))

/** Approves or revokes a collection and reports the result. @returns whether it succeeded. */
export function useApprovalChange(): (change: ApprovalChange) => Promise<boolean> {
  const session = useSession()
  const portal = usePortal()
  // Prefetched, so that the button works even if the server goes away.
  useEffect(() => void loadChange(), [])
  return useCallback(async (change) => (await loadChange()).changeApproval(session, portal, change), [session, portal])
}
