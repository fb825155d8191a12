import { product } from '@parley/domain'

/** The information pages, by topic. Their documents carry no data, and say the same to everyone. */
export const infoPaths = {
  'what-is': `/what-is-${product.slug}`,
  'how-it-works': '/how-it-works',
  help: '/help',
  team: '/about-the-team',
} as const

export type InfoTopic = keyof typeof infoPaths
