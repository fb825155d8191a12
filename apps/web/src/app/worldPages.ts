import { matchRoute, type Route } from './matchRoute.ts'

/** The pages that need wallet and chain, each fetched when somebody goes there. */
export const worldPages = {
  swap: () => import('../pages/SwapPage.tsx'),
  offer: () => import('../pages/OfferPage.tsx'),
  pending: () => import('../pages/PendingTradesPage.tsx'),
  admin: () => import('../pages/AdminPage.tsx'),
  stats: () => import('../pages/StatsPage.tsx'),
  create: () => import('../pages/CreatePage.tsx'),
} as const satisfies Record<Exclude<Route['page'], 'info' | 'voice-test'>, () => Promise<unknown>>

/** Fetches wallet, chain and the page of the address at the same time, so that neither waits for the other. */
export async function loadWorld() {
  const route = matchRoute(window.location.pathname)
  // One that fails is told by whoever draws it.
  const page =
    route && route.page !== 'info' && route.page !== 'voice-test'
      ? worldPages[route.page]().catch(() => undefined)
      : undefined
  const [world] = await Promise.all([import('./World.tsx'), page])
  return world
}
