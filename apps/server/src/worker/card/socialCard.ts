import { dealMarkPath, product } from '@parley/domain'
import type { Brand } from '../../previews/Brand.ts'
import type { CardItem } from '../../previews/offerCard.ts'
import { box, paintCard, tableSide } from './paintCard.ts'

/** One NFT of the product's own card. */
export interface SocialPrint {
  readonly item: CardItem
  /** A WebP tile. */
  readonly tile: Uint8Array
}

const motto = ['Two people,', 'one table']
const promise = ['Swap NFTs with a friend.', 'Both sides change hands', 'at once, or nothing moves.']

/** The product's own card, for links to any page but an offer's. It is a file of the page, made by `pnpm pictures`, and by a build under another name. */
export async function drawSocialCard(brand: Brand, give: SocialPrint, get: SocialPrint): Promise<Uint8Array> {
  const side = ({ item, tile }: SocialPrint) => ({ side: { count: 1, items: [item], coins: null }, tiles: [tile] })
  return paintCard({
    brand,
    markPath: dealMarkPath(product.slug),
    stub: 'plain',
    children: [
      await tableSide('left', 'You give', side(give)),
      await tableSide('right', 'You get', side(get)),
      box(
        'slip',
        box(
          'motto',
          ...motto.map((line) => box('word', line)),
          ...promise.map((line, index) => box(index === 0 ? 'words first' : 'words', line)),
        ),
      ),
      box('stub', box('status active', 'Nobody goes first'), box('detail', `In ${product.stage}, on Avalanche`)),
    ],
  })
}
