/**
 * Makes calls at the same time share runs of `work`. A call gets a run that began after it: one that is under way may have
 * read the chain too early for it, so the call waits for the next, which all such calls share.
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
        // The run's own caller hears of the failure.
        () => undefined,
      )
      .then(() => {
        next = null
        return run()
      })
    return next
  }
}
