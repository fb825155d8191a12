import type { Clock } from '../actions/FlowTools.ts'

/** Lets callers pass one after the other, `spacingMs` apart. */
export function createTurns(clock: Clock, spacingMs: number): () => Promise<void> {
  let freeAtMs = 0
  return async () => {
    const nowMs = clock.now()
    const turnAtMs = Math.max(nowMs, freeAtMs)
    freeAtMs = turnAtMs + spacingMs
    if (turnAtMs > nowMs) await clock.sleep(turnAtMs - nowMs)
  }
}
