import { part } from '../ui/part.ts'
import type { Route } from './matchRoute.ts'

/** Pages that need wallet and chain code, each loaded on navigation. */
export const worldPages = {
  swap: part(() => import('../pages/SwapPage.tsx')),
  offer: part(() => import('../pages/OfferPage.tsx')),
  pending: part(() => import('../pages/PendingTradesPage.tsx')),
  admin: part(() => import('../pages/AdminPage.tsx')),
  stats: part(() => import('../pages/StatsPage.tsx')),
  create: part(() => import('../pages/CreatePage.tsx')),
} as const satisfies Record<Exclude<Route['page'], 'info' | 'voice-test'>, unknown>
