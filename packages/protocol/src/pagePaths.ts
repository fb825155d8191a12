import { product } from '@parley/domain'

/** The information pages, by topic. */
export const infoPaths = {
  'what-is': `/what-is-${product.slug}`,
  'how-it-works': '/how-it-works',
  help: '/help',
  team: '/about-the-team',
} as const

export type InfoTopic = keyof typeof infoPaths
