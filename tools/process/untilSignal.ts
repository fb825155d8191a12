const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves when this process is asked to end: by a signal, or by the going of whoever started it.
 * Ctrl-C can arrive twice, once from the terminal and once from the starter; later ones are ignored, since ending is
 * under way.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
    process.once('disconnect', () => resolve())
  })
}
