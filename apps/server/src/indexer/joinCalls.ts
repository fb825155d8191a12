/**
 * Coalesces concurrent calls into shared runs of `work`.
 *
 * A call never joins a run already in progress, which may have read the chain too early; it waits for the next one.
 */
export function joinCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const run = (): Promise<T> => {
    const started = work().finally(() => {
      running = null
    })
    running = started
    return started
  }
  return () => {
    if (next !== null) return next
    if (running === null) return run()
    next = running
      .then(
        () => undefined,
        // The caller that started the run handles the rejection.
        () => undefined,
      )
      .then(() => {
        next = null
        return run()
      })
    return next
  }
}
