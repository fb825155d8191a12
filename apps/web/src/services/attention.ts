/** After this long without a sign of use, the user may have left. Reading needs none for a while. */
const awayAfterMs = 5 * 60_000

/** Screen readers cause `focusin`. Not `scroll`: news that arrive above what is in view scroll the page, too. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'touchmove', 'focusin'] as const

let lastSignMs = performance.now()

const listeners = new Set<() => void>()

/** Whether the user is likely to look at the page: it's in sight, and was used lately. */
export function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && performance.now() - lastSignMs < awayAfterMs
}

function heed(): void {
  const wasAway = performance.now() - lastSignMs >= awayAfterMs
  lastSignMs = performance.now()
  if (wasAway) for (const listener of listeners) listener()
}

function show(): void {
  if (document.visibilityState !== 'visible') return
  lastSignMs = performance.now()
  for (const listener of listeners) listener()
}

/** Calls when the user comes back to the page, or begins to use it again. @returns ends it. */
export function onReturn(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const sign of signs) window.addEventListener(sign, heed, { passive: true, capture: true })
    document.addEventListener('visibilitychange', show)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const sign of signs) window.removeEventListener(sign, heed, { capture: true })
    document.removeEventListener('visibilitychange', show)
  }
}
