import { pageNames, emptyTableText, welcomeText } from '../text/frame.ts'
import type { PortalData } from '../services/Portal.ts'
import { durationChoices, product } from '@parley/domain'
import { landingPaths } from '@parley/protocol'

/** A portal's route, and how to load its data. Texts and theme load only when it is opened. */
export interface PortalRoute {
  readonly key: string
  /** What links call it. */
  readonly name: string
  readonly path: `/${string}`
  /** Every path on which it opens. */
  readonly paths: readonly string[]
  readonly load: () => Promise<PortalData>
}

export const generalRoute: PortalRoute = {
  key: 'general',
  name: pageNames.swap,
  path: landingPaths[0],
  paths: landingPaths,
  load: () => Promise.resolve(generalPortal),
}

/**
 * Finds portals by their folders. `places/Example/portal.ts` exports its data as `portal`, and opens at /Example and
 * /example. No other file names it.
 */
export function portalRoutesOf(files: Readonly<Record<string, () => Promise<PortalData>>>): readonly PortalRoute[] {
  return Object.entries(files).flatMap(([file, load]) => {
    const name = /([^/]+)\/portal\.ts$/.exec(file)?.[1]
    if (name === undefined) return []
    const path = `/${name}` as const
    return [{ key: name, name, path, paths: [...new Set([path, path.toLowerCase()])], load }]
  })
}

/** The portals beside the general one. */
export const portalRoutes = portalRoutesOf(import.meta.glob<PortalData>('./places/*/portal.ts', { import: 'portal' }))

export function findPortal(path: string): PortalRoute | undefined {
  return [generalRoute, ...portalRoutes].find((portalRoute) => portalRoute.paths.includes(path))
}

/** The place where everything that is supported can be traded. */
export const generalPortal: PortalData = {
  pageTitle: pageNames.swapTitle,
  heading: { title: emptyTableText.title, text: emptyTableText.lead },
  welcome: { title: welcomeText.title, text: welcomeText.lead, points: welcomeText.points },
  collections: { offered: 'all', requested: 'all' },
  durations: durationChoices.map(({ minutes }) => minutes),
  voiceRoom: `${product.slug}-global`,
  offerRows: 'table',
  tiles: 'collection',
  words: {},
}
