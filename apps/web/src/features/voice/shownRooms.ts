import { useSyncExternalStore } from 'react'

/** How many boxes in sight show a room. */
const shown = new Map<string, number>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A box in sight shows this room: the dock is not needed for it. @returns what takes it back. */
export function showRoom(roomId: string): () => void {
  const count = (by: number): void => {
    shown.set(roomId, (shown.get(roomId) ?? 0) + by)
    for (const listener of listeners) listener()
  }
  count(1)
  return () => count(-1)
}

/** Whether a box in sight shows this room. */
export function useIsShown(roomId: string | null): boolean {
  return useSyncExternalStore(subscribe, () => roomId !== null && (shown.get(roomId) ?? 0) > 0)
}
