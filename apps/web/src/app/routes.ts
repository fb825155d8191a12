import { lazyComponent } from '../ui/lazy.ts'
import { product } from '@parley/domain'
import { infoPaths, type InfoTopic } from '@parley/protocol'
import { findPortal, type PortalRoute, generalRoute, portalRoutes } from '../portals/portalRoutes.ts'
import { pageNames } from '../text/frame.ts'

/** A route. */
export type Route =
  | { readonly page: 'swap'; readonly portal: PortalRoute }
  | { readonly page: 'create' | 'pending' | 'inbox' | 'escrow' | 'stats' | 'admin' | 'contacts' }
  | { readonly page: 'offer'; readonly idText: string }
  | { readonly page: 'wallet'; readonly addressText: string }
  | { readonly page: 'table'; readonly tableId: string }
  | { readonly page: 'trader'; readonly addressText: string; readonly isHistory: boolean }
  | { readonly page: 'voice-test' }
  | { readonly page: 'info'; readonly topic: InfoTopic }

const fixed: Readonly<Record<string, Route>> = {
  '/create-swap-offer': { page: 'create' },
  '/pending-trades': { page: 'pending' },
  '/escrow': { page: 'escrow' },
  '/inbox': { page: 'inbox' },
  '/current-trades': { page: 'stats' },
  '/contacts': { page: 'contacts' },
  '/voice-test': { page: 'voice-test' },
  [`/admin-panel-${product.slug}-owner-only`]: { page: 'admin' },
  [infoPaths['what-is']]: { page: 'info', topic: 'what-is' },
  [infoPaths['how-it-works']]: { page: 'info', topic: 'how-it-works' },
  [infoPaths.help]: { page: 'info', topic: 'help' },
  [infoPaths.team]: { page: 'info', topic: 'team' },
}

/** The route of a path; null redirects to the main page. */
export function matchRoute(path: string): Route | null {
  const known = fixed[path]
  if (known) return known
  const portal = findPortal(path)
  if (portal) return { page: 'swap', portal }
  const [, place, text = '', more] = /^\/(p2p|wallet|table|trader)\/([^/]+)(\/history)?$/.exec(path) ?? []
  if (place === 'trader') return { page: place, addressText: text, isHistory: more !== undefined }
  if (place === undefined || more) return null
  if (place === 'table') return { page: 'table', tableId: text }
  return place === 'p2p' ? { page: 'offer', idText: text } : { page: 'wallet', addressText: text }
}

export interface PageLink {
  readonly path: string
  readonly label: string
  /** Paths on which this link is current. */
  readonly paths: readonly string[]
  /** It is current on every page below this path, too. */
  readonly below?: string
}

function link(path: string, label: string, more: readonly string[] = []): PageLink {
  return { path, label, paths: [path, ...more] }
}

/** Whether a link leads to the page at this path, or to the list that it is from. */
export function isCurrent({ paths, below }: PageLink, path: string): boolean {
  return paths.includes(path) || (below !== undefined && path.startsWith(below))
}

/** Information pages, linked in the footer and in their own sidebar. */
export const infoPages: readonly PageLink[] = [
  link(infoPaths['what-is'], pageNames.whatIs),
  link(infoPaths['how-it-works'], pageNames.howItWorks),
  link(infoPaths.help, pageNames.help),
  link(infoPaths.team, pageNames.team),
]

/** The main navigation. */
export const mainPages: readonly PageLink[] = [
  ...[generalRoute, ...portalRoutes].map(({ path, name, paths }) => ({ path, label: name, paths })),
  // Tables are listed there.
  { ...link('/pending-trades', pageNames.pending), below: '/table/' },
  link('/current-trades', pageNames.stats),
  link(infoPaths['how-it-works'], pageNames.howItWorks),
  link(infoPaths.help, pageNames.help),
]

/** Pages that need wallet and chain code, each loaded on navigation. */
export const appPages = {
  swap: lazyComponent(() => import('../pages/SwapPage.tsx')),
  offer: lazyComponent(() => import('../pages/OfferPage.tsx')),
  wallet: lazyComponent(() => import('../pages/WalletPage.tsx')),
  table: lazyComponent(() => import('../pages/TablePage.tsx')),
  trader: lazyComponent(() => import('../pages/TraderPage.tsx')),
  inbox: lazyComponent(() => import('../pages/InboxPage.tsx')),
  pending: lazyComponent(() => import('../pages/PendingTradesPage.tsx')),
  escrow: lazyComponent(() => import('../pages/EscrowPage.tsx')),
  admin: lazyComponent(() => import('../pages/AdminPage.tsx')),
  stats: lazyComponent(() => import('../pages/StatsPage.tsx')),
  create: lazyComponent(() => import('../pages/CreatePage.tsx')),
  contacts: lazyComponent(() => import('../pages/ContactsPage.tsx')),
} as const satisfies Record<Exclude<Route['page'], 'info' | 'voice-test'>, unknown>
