import { useSyncExternalStore } from 'react'
import type { Call } from './call/Call.ts'

/**
 * The way from the page to the call. All that knows of sockets and microphones comes with the first press of a button; until
 * then there is only this.
 */
let call: Call | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the call, once. Rejects where it cannot be fetched. */
export async function openCall(): Promise<Call> {
  const { startCall } = await import('./VoiceDock.lazy.tsx')
  call ??= startCall()
  for (const listener of listeners) listener()
  return call
}

/** The call, once it was fetched. */
export function useCall(): Call | null {
  return useSyncExternalStore(subscribe, () => call)
}
