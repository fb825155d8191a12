import { product } from '@parley/domain'
import type { PagePreview } from './withPreview.ts'

/** What a link to any page but an offer's shows. */
export const sitePreview: PagePreview = {
  title: `${product.name}: swap NFTs with a friend`,
  description: 'Two people, one table: swap NFTs safely through an escrow contract on Avalanche. In beta.',
  picture: {
    path: '/social.png',
    alt: `A table set for two, and between the two sides the slip of a deal on ${product.name}`,
  },
}
