import { lazyComponent } from '../ui/lazyComponent.ts'
import type { Route } from './matchRoute.ts'

/** Pages that need wallet and chain code, each loaded on navigation. */
export const worldPages = {
  swap: lazyComponent(() => import('../pages/SwapPage.tsx')),
  offer: lazyComponent(() => import('../pages/OfferPage.tsx')),
  wallet: lazyComponent(() => import('../pages/WalletPage.tsx')),
  pending: lazyComponent(() => import('../pages/PendingTradesPage.tsx')),
  admin: lazyComponent(() => import('../pages/AdminPage.tsx')),
  stats: lazyComponent(() => import('../pages/StatsPage.tsx')),
  create: lazyComponent(() => import('../pages/CreatePage.tsx')),
} as const satisfies Record<Exclude<Route['page'], 'info' | 'voice-test'>, unknown>
