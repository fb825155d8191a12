import { useSyncExternalStore } from 'react'

const patienceMs = 10_000

let outdated = false
let looking: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/**
 * Asks the site whether it has been deployed anew since this page was loaded. The parts of the page that have not come by then
 * are gone under the names that it knows. To be asked when one does not come: a server that is away says nothing new.
 *
 * @returns whether it has; false also where nobody answers.
 */
export function lookForUpdate(): Promise<boolean> {
  if (outdated) return Promise.resolve(true)
  return (looking ??= look().finally(() => (looking = null)))
}

/** Whether a newer page has been found: for the rest of this one's life. */
export function useOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => outdated)
}

async function look(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!entry) return false
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    const text = await answer.text()
    // Something between here and the site may answer with a page of its own.
    outdated = answer.ok && text.includes('id="root"') && !text.includes(`"${entry}"`)
  } catch {
    return false
  }
  if (outdated) for (const changed of listeners) changed()
  return outdated
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
