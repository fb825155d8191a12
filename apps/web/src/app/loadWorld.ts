import { matchRoute } from './matchRoute.ts'
import { worldPages } from './worldPages.ts'

let here = false

/** Whether wallet and chain have come, for the rest of this page's life. */
export function isWorldHere(): boolean {
  return here
}

/** Fetches wallet, chain, the session and the page of the address at the same time, so that none waits for another. */
export async function loadWorld() {
  const route = matchRoute(window.location.pathname)
  const page =
    route && route.page !== 'info' && route.page !== 'voice-test' ? worldPages[route.page].ahead() : undefined
  const [world] = await Promise.all([import('./World.tsx'), sessionTried(), page])
  here = true
  return world
}

/** One that cannot be opened is told by whoever needs it. */
async function sessionTried(): Promise<void> {
  const { theSession } = await import('./theSession.ts')
  await theSession.catch(() => undefined)
}
