import { product } from '@parley/domain'

/** Where the general portal opens, first the one that links lead to. */
export const landingPaths = ['/p2p', '/'] as const

/** The information pages, by topic. */
export const infoPaths = {
  'what-is': `/what-is-${product.slug}`,
  'how-it-works': '/how-it-works',
  help: '/help',
  team: '/about-the-team',
} as const

export type InfoTopic = keyof typeof infoPaths
