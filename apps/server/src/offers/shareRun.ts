/** Calls while `work` is under way share that run and its outcome. */
export function shareRun<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () =>
    (running ??= work().finally(() => {
      running = null
    }))
}
