import { useSyncExternalStore } from 'react'
import type { Call } from './call/Call.ts'

/**
 * The way from the page to the call. All that knows of sockets and microphones comes with the first press of a button; until
 * then there is only this.
 */
let call: Call | null = null
/** How many boxes on screen show a room. */
const shown = new Map<string, number>()
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the call, once. Rejects where it cannot be fetched. */
export async function openCall(): Promise<Call> {
  if (call) return call
  const { startCall } = await import('./startCall.ts')
  call ??= startCall()
  changed()
  return call
}

/** The call, once it was fetched. */
export function useCall(): Call | null {
  return useSyncExternalStore(subscribe, () => call)
}

/** A box on screen shows this room: the dock is not needed for it. @returns what takes it back. */
export function showRoom(roomId: string): () => void {
  const count = (by: number): void => {
    shown.set(roomId, (shown.get(roomId) ?? 0) + by)
    changed()
  }
  count(1)
  return () => count(-1)
}

/** Whether a box on screen shows this room. */
export function useIsShown(roomId: string | null): boolean {
  return useSyncExternalStore(subscribe, () => roomId !== null && (shown.get(roomId) ?? 0) > 0)
}
