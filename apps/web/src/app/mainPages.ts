import { product } from '@parley/domain'
import { screenWords } from '../messages/screenWords.ts'
import { generalDoor, portalDoors } from '../portals/doors.ts'

export interface PageLink {
  readonly path: string
  readonly label: string
  /** Every path on which this link is the current one. */
  readonly paths: readonly string[]
}

function link(path: string, label: string, more: readonly string[] = []): PageLink {
  return { path, label, paths: [path, ...more] }
}

/** The pages of information, at the foot of every page and in their own sidebar. */
export const infoPages: readonly PageLink[] = [
  link(`/what-is-${product.slug}`, screenWords.pages.whatIs),
  link('/how-it-works', screenWords.pages.howItWorks),
  link('/help', screenWords.pages.help),
  link('/about-the-team', screenWords.pages.team),
]

/** The navigation. A page stands here once it exists. */
export const mainPages: readonly PageLink[] = [
  ...[generalDoor, ...portalDoors].map(({ path, name, paths }) => ({ path, label: name, paths })),
  link('/pending-trades', screenWords.pages.pending),
  link('/current-trades', screenWords.pages.stats),
  link('/how-it-works', screenWords.pages.howItWorks),
  link('/help', screenWords.pages.help),
]
