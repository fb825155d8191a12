import type { Route } from './matchRoute.ts'

/** The pages that need wallet and chain, each fetched when somebody goes there. */
export const worldPages = {
  swap: () => import('../pages/SwapPage.tsx'),
  offer: () => import('../pages/OfferPage.tsx'),
  pending: () => import('../pages/PendingTradesPage.tsx'),
  admin: () => import('../pages/AdminPage.tsx'),
  stats: () => import('../pages/StatsPage.tsx'),
  create: () => import('../pages/CreatePage.tsx'),
} as const satisfies Record<Exclude<Route['page'], 'info' | 'voice-test'>, () => Promise<unknown>>
