import { useSyncExternalStore } from 'react'

const patienceMs = 10_000

let outdated = false
const listeners = new Set<() => void>()

/**
 * Checks whether the site has been redeployed since this page loaded.
 *
 * After a deployment, chunks that haven't loaded yet no longer exist under their known names. Call it when one fails.
 *
 * @returns false also if the site doesn't answer.
 */
export async function checkForNewBuild(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const contracts = document.getElementById('deployment')?.textContent ?? ''
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    const text = await answer.text()
    // A captive portal or proxy may answer with its own page.
    outdated ||= text.includes('id="root"') && !(text.includes(`"${entry}"`) && text.includes(contracts))
    for (const changed of listeners) changed()
  } catch {
    // The caller retries.
  }
  return outdated
}

/** Whether a newer build was found. Never reset while the page lives. */
export function useIsStale(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => outdated,
  )
}
