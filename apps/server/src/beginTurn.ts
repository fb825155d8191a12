/** A stretch of work that keeps this process's one thread. */
export interface Turn {
  /** Between two pieces of the work: where it has gone on for long enough, what has come in meanwhile goes first. */
  over(): Promise<void>
}

/** About as long as a request may have to wait for work that can wait itself. */
const turnMs = 2

/** Begins work in pieces, each of which takes far less than a turn. */
export function beginTurn(): Turn {
  let sinceMs = performance.now()
  return {
    async over() {
      if (performance.now() - sinceMs < turnMs) return
      await new Promise<void>((resolve) => setImmediate(resolve))
      sinceMs = performance.now()
    },
  }
}
