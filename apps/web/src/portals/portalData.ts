import { use } from 'react'
import type { PortalData } from '../session/Portal.ts'
import type { Door } from './doors.ts'
import { generalPortal } from './generalPortal.ts'
import { loadLook } from './loadLook.ts'

const known = new Map<string, PortalData>([['general', generalPortal]])
const coming = new Map<string, Promise<PortalData>>()

/** Fetches a portal's words and look, once for the life of the page. */
export function fetchPortal(door: Door): Promise<PortalData> {
  const already = coming.get(door.key)
  if (already) return already
  const promise = bring(door)
  coming.set(door.key, promise)
  return promise
}

async function bring(door: Door): Promise<PortalData> {
  const data = await door.load()
  if (data.look !== undefined) await loadLook(data.look)
  known.set(door.key, data)
  return data
}

/** A portal's data. Waits for it, in React's way, where it has not come yet. */
export function usePortalData(door: Door): PortalData {
  return known.get(door.key) ?? use(fetchPortal(door))
}
