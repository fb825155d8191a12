const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves at the first signal that asks this process to end. Ctrl-C can arrive twice, once from the terminal and once
 * from whoever started this; later ones are ignored, since ending is under way.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
  })
}
