/** About as long as a request may have to wait for work that can wait itself. */
const turnMs = 2

let sinceMs = performance.now()
let pause: Promise<void> | null = null

/**
 * Between two pieces of work that can wait, each of which takes far less than a turn: where this process, by whatever such work,
 * has kept its one thread for long enough, what has come in meanwhile goes first.
 */
export async function giveWay(): Promise<void> {
  if (pause === null && performance.now() - sinceMs < turnMs) return
  // Whoever comes to it meanwhile waits for the same one: the next turn is for all of them together.
  pause ??= new Promise<void>((resolve) => setImmediate(resolve)).then(beginTurn)
  await pause
}

function beginTurn(): void {
  pause = null
  sinceMs = performance.now()
}
