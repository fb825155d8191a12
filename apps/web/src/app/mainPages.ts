import { product } from '@parley/domain'
import { pageNames } from '../text/frame.ts'
import { generalRoute, portalRoutes } from '../portals/portalRoutes.ts'

export interface PageLink {
  readonly path: string
  readonly label: string
  /** Paths on which this link is current. */
  readonly paths: readonly string[]
}

function link(path: string, label: string, more: readonly string[] = []): PageLink {
  return { path, label, paths: [path, ...more] }
}

/** Information pages, linked in the footer and in their own sidebar. */
export const infoPages: readonly PageLink[] = [
  link(`/what-is-${product.slug}`, pageNames.whatIs),
  link('/how-it-works', pageNames.howItWorks),
  link('/help', pageNames.help),
  link('/about-the-team', pageNames.team),
]

/** The main navigation. */
export const mainPages: readonly PageLink[] = [
  ...[generalRoute, ...portalRoutes].map(({ path, name, paths }) => ({ path, label: name, paths })),
  link('/pending-trades', pageNames.pending),
  link('/current-trades', pageNames.stats),
  link('/how-it-works', pageNames.howItWorks),
  link('/help', pageNames.help),
]
