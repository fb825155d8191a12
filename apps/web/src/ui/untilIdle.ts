/** Resolves when the browser is idle, or after half a second. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: patienceMs })
    else setTimeout(resolve, patienceMs)
  })
}

const patienceMs = 500
