const interruptedExitCode = 130

/**
 * Ends this process when it is asked to, or when whoever started it is gone, so that it takes the programs along that it
 * runs. For commands that have nothing to put away; the others wait for `untilSignal`.
 */
export function endOnSignal(): void {
  const end = (): void => process.exit(interruptedExitCode)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.once('disconnect', end)
  // Listening for the starter's going must not keep this process from ending by itself.
  process.channel?.unref()
}
