import { doorAt, generalDoor } from '../portals/doors.ts'
import { fetchPortal } from '../portals/portalData.ts'
import { waitAtMost } from './waitAtMost.ts'

/** After this long the page begins without it; the portal then comes when it comes. */
const patienceMs = 2_000

/** Resolves when the portal of the address is here, so that its first view is drawn in its own look at once. */
export async function preloadPortal(path: string): Promise<void> {
  // The general one is here already, and stands behind every page that is no portal.
  void fetchPortal(generalDoor)
  const door = doorAt(path)
  // One that fails is told by whoever draws it.
  if (door) await waitAtMost(patienceMs, fetchPortal(door))
}
