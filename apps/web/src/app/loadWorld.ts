import { matchRoute } from './matchRoute.ts'
import { worldPages } from './worldPages.ts'

let here = false

/** Whether wallet and chain code has loaded. Never reset. */
export function isWorldHere(): boolean {
  return here
}

/** Loads wallet, chain, session and the current page in parallel. */
export async function loadWorld() {
  const route = matchRoute(window.location.pathname)
  const page =
    route && route.page !== 'info' && route.page !== 'voice-test' ? worldPages[route.page].ahead() : undefined
  const [world] = await Promise.all([import('./World.tsx'), sessionTried(), page])
  here = true
  return world
}

/** The component that needs the session reports a failure. */
async function sessionTried(): Promise<void> {
  const { theSession } = await import('./theSession.ts')
  await theSession.catch(() => undefined)
}
