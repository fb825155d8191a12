/** About as long as a request may have to wait for work that can wait itself. */
const turnMs = 2

let sinceMs = performance.now()

/**
 * Between two pieces of work that can wait, each of which takes far less than a turn: where this process, by whatever such work,
 * has kept its one thread for long enough, what has come in meanwhile goes first.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() - sinceMs < turnMs) return
  await new Promise<void>((resolve) => setImmediate(resolve))
  sinceMs = performance.now()
}
