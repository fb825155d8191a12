import { useCallback, useEffect } from 'react'
import { usePortal } from '../../session/Portal.ts'
import { useSession } from '../../session/Session.ts'
import { fetchedOnce } from '../../ui/fetchedOnce.ts'
import type { ApprovalChange } from './changeApproval.ts'

// Nobody signs before the page stands.
const loadChange = fetchedOnce(() => import('./changeApproval.ts'))

/** Approves or revokes a collection and says how it went. @returns whether it succeeded. */
export function useApprovalChange(): (change: ApprovalChange) => Promise<boolean> {
  const session = useSession()
  const portal = usePortal()
  // Fetched before it is pressed, so that pressing works when the server is away by then.
  useEffect(() => void loadChange(), [])
  return useCallback(async (change) => (await loadChange()).changeApproval(session, portal, change), [session, portal])
}
