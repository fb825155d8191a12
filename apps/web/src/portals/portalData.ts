import { use, useLayoutEffect } from 'react'
import type { PortalRoute } from './portalRoutes.ts'
import type { PortalData } from '../services/Portal.ts'
import { preloadedPromise } from '../ui/lazy.ts'

const coming = new Map<string, Promise<PortalData>>()

/** Fetches a portal's words and look, once for the life of the page. */
export function fetchPortal(portalRoute: PortalRoute): Promise<PortalData> {
  const already = coming.get(portalRoute.key)
  if (already) return already
  const promise = preloadedPromise(bring(portalRoute))
  coming.set(portalRoute.key, promise)
  return promise
}

async function bring(portalRoute: PortalRoute): Promise<PortalData> {
  const data = await portalRoute.load()
  if (data.look !== undefined) await loadLook(data.look)
  return data
}

/**
 * A portal's data. Waits for it, in React's way, where it has not come yet.
 *
 * `use` is called each time: React counts its calls when it draws a component again after a wait, so a shortcut round it
 * that is open the second time only makes every hook after it another one's.
 */
export function usePortalData(portalRoute: PortalRoute): PortalData {
  return use(fetchPortal(portalRoute))
}

/** A portal's look is a set of tokens for its key; they hold while it is the one on screen. */
export function usePortalLook(key: string): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['portal'] = key
    return () => {
      delete document.documentElement.dataset['portal']
    }
  }, [key])
}

/** A portal whose look does not come is shown without it. */
const patienceMs = 5_000

/** Resolves when a style sheet is in effect, or is not going to be. */
function loadLook(href: string): Promise<void> {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = href
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, patienceMs)
    const done = (): void => {
      clearTimeout(patience)
      resolve()
    }
    sheet.addEventListener('load', done)
    sheet.addEventListener('error', () => {
      console.warn(`Could not load ${href}`)
      done()
    })
    document.head.append(sheet)
  })
}
