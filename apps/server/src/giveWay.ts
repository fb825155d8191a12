/** About as long as a request may have to wait for work that can wait itself. */
const turnMs = 2

let sinceMs = performance.now()
let pause: Promise<void> | null = null

/** Yields to the event loop once background work has held it for 2 ms. Call it between small, deferrable steps. */
export async function giveWay(): Promise<void> {
  if (pause === null && performance.now() - sinceMs < turnMs) return
  // Concurrent callers share one pause.
  pause ??= new Promise<void>((resolve) => setImmediate(resolve)).then(beginTurn)
  await pause
}

function beginTurn(): void {
  pause = null
  sinceMs = performance.now()
}
