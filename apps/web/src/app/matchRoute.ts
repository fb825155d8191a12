import { product } from '@parley/domain'
import { findPortal, type PortalRoute } from '../portals/portalRoutes.ts'

/** A route. */
export type Route =
  | { readonly page: 'swap'; readonly portal: PortalRoute }
  | { readonly page: 'create' | 'pending' | 'stats' | 'admin' }
  | { readonly page: 'offer'; readonly idText: string }
  | { readonly page: 'wallet'; readonly addressText: string }
  | { readonly page: 'voice-test' }
  | { readonly page: 'info'; readonly topic: 'what-is' | 'how-it-works' | 'help' | 'team' }

const fixed: Readonly<Record<string, Route>> = {
  '/create-swap-offer': { page: 'create' },
  '/pending-trades': { page: 'pending' },
  '/current-trades': { page: 'stats' },
  '/voice-test': { page: 'voice-test' },
  [`/admin-panel-${product.slug}-owner-only`]: { page: 'admin' },
  [`/what-is-${product.slug}`]: { page: 'info', topic: 'what-is' },
  '/how-it-works': { page: 'info', topic: 'how-it-works' },
  '/help': { page: 'info', topic: 'help' },
  '/about-the-team': { page: 'info', topic: 'team' },
}

/** The route of a path; null redirects to the main page. */
export function matchRoute(path: string): Route | null {
  const known = fixed[path]
  if (known) return known
  const portal = findPortal(path)
  if (portal) return { page: 'swap', portal }
  const [, place, text = ''] = /^\/(p2p|wallet)\/([^/]+)$/.exec(path) ?? []
  if (place === undefined) return null
  return place === 'p2p' ? { page: 'offer', idText: text } : { page: 'wallet', addressText: text }
}
