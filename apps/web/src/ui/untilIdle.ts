/** Resolves when the browser has nothing better to do, or after half a second all the same. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback: a moment later serves.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: patienceMs })
    else setTimeout(resolve, patienceMs)
  })
}

const patienceMs = 500
