import { matchRoute } from './matchRoute.ts'
import { worldPages } from './worldPages.ts'

let here = false

/** Whether wallet and chain have come, for the rest of this page's life. */
export function isWorldHere(): boolean {
  return here
}

/** Fetches wallet, chain and the page of the address at the same time, so that neither waits for the other. */
export async function loadWorld() {
  const route = matchRoute(window.location.pathname)
  // One that fails is told by whoever draws it.
  const page =
    route && route.page !== 'info' && route.page !== 'voice-test'
      ? worldPages[route.page]().catch(() => undefined)
      : undefined
  const [world] = await Promise.all([import('./World.tsx'), page])
  here = true
  return world
}
