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
