import { useSyncExternalStore } from 'react'

/** How many boxes in sight show a room. */
const shown = new Map<string, number>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
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

/** The room whose box should come into sight once it is on the page. */
let sought: string | null = null

/** Brings the room's box into sight: now, or when its page shows it. */
export function seekRoom(roomId: string | null): void {
  sought = roomId
  for (const listener of listeners) listener()
}

/** Calls `onSought` when this room is sought, now or later. @returns ends it. */
export function heedSeeking(roomId: string, onSought: () => void): () => void {
  const look = (): void => {
    if (sought !== roomId) return
    sought = null
    onSought()
  }
  look()
  return subscribe(look)
}
