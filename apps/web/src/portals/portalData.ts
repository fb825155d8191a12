import { use } from 'react'
import type { PortalData } from '../session/Portal.ts'
import { readAtOnce } from '../ui/readAtOnce.ts'
import type { Door } from './doors.ts'
import { loadLook } from './loadLook.ts'

const coming = new Map<string, Promise<PortalData>>()

/** Fetches a portal's words and look, once for the life of the page. */
export function fetchPortal(door: Door): Promise<PortalData> {
  const already = coming.get(door.key)
  if (already) return already
  const promise = readAtOnce(bring(door))
  coming.set(door.key, promise)
  return promise
}

async function bring(door: Door): Promise<PortalData> {
  const data = await door.load()
  if (data.look !== undefined) await loadLook(data.look)
  return data
}

/**
 * A portal's data. Waits for it, in React's way, where it has not come yet.
 *
 * `use` is called each time: React counts its calls when it draws a component again after a wait, so a shortcut round it
 * that is open the second time only makes every hook after it another one's.
 */
export function usePortalData(door: Door): PortalData {
  return use(fetchPortal(door))
}
