const interruptedExitCode = 130

/**
 * Exits on a signal, or when the parent process is gone, so that child processes end too. For commands without cleanup;
 * the others use `untilSignal`.
 */
export function endOnSignal(): void {
  const end = (): void => process.exit(interruptedExitCode)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.once('disconnect', end)
  // The channel to the parent mustn't keep this process alive.
  process.channel?.unref()
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves when this process should end: by a signal, or because the parent is gone. Ctrl-C can arrive twice, from the
 * terminal and from the parent; later signals are ignored.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
    process.once('disconnect', () => resolve())
  })
}
