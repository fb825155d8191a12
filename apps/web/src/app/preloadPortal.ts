import { doorAt, generalDoor } from '../portals/doors.ts'
import { fetchPortal } from '../portals/portalData.ts'
import { waitAtMost } from './waitAtMost.ts'

/** The page starts without the portal after this time. */
const patienceMs = 2_000

/** Resolves when the path's portal has loaded, so that the first paint uses its theme. */
export async function preloadPortal(path: string): Promise<void> {
  // The general portal is always loaded.
  void fetchPortal(generalDoor)
  const door = doorAt(path)
  // The component that renders it reports a failure.
  if (door) await waitAtMost(patienceMs, fetchPortal(door))
}
