import { pause } from '../indexer/pause.ts'

/** How long a hint waits for the chain to show what it claims (decision C2). */
export const hintPatienceMs = 5_000
const betweenLooksMs = 400

/**
 * Looks again and again until what is seen is as hoped, or patience runs out.
 *
 * @returns what was seen last.
 */
export async function waitForChain<T>(
  look: () => Promise<T>,
  isThere: (seen: T) => boolean,
  patienceMs = hintPatienceMs,
): Promise<T> {
  const deadline = AbortSignal.timeout(patienceMs)
  for (;;) {
    const seen = await look()
    if (isThere(seen) || deadline.aborted) return seen
    await pause(betweenLooksMs, deadline)
  }
}
