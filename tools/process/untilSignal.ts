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
