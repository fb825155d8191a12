import { useSyncExternalStore } from 'react'

const patienceMs = 10_000

let outdated = false
const listeners = new Set<() => void>()

/**
 * Asks the site whether it has been deployed anew since this page was loaded. The parts of the page that have not come by then
 * are gone under the names that it knows. To be asked when one does not come: a server that is away says nothing new.
 *
 * @returns whether it has; false also where nobody answers.
 */
export async function lookForUpdate(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const contracts = document.getElementById('deployment')?.textContent ?? ''
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    const text = await answer.text()
    // Something between here and the site may answer with a page of its own.
    outdated ||= text.includes('id="root"') && !(text.includes(`"${entry}"`) && text.includes(contracts))
    for (const changed of listeners) changed()
  } catch {
    // Whoever asked asks again.
  }
  return outdated
}

/** Whether a newer page has been found: for the rest of this one's life. */
export function useOutdated(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => outdated,
  )
}
