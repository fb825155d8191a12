import { dealMarkPath, product } from '@parley/domain'
import type { CardItem } from '../OfferCard.ts'
import { colours } from './colours.ts'
import { layPicture, paint, sidesOf } from './drawOfferCard.ts'
import { drawSide, placeItems } from './drawSide.ts'
import { drawEmptySlip } from './drawSlip.ts'
import { cardSize, drawTable } from './drawTable.ts'
import { write } from './writing.ts'

const middle = cardSize.width / 2

/** The product's own picture, for links to any page but an offer's: two of its NFTs on the table. Made when that changes, not served from here. */
export async function drawSocialCard(
  prints: readonly { readonly item: CardItem; readonly picture: Uint8Array }[],
): Promise<Uint8Array> {
  const [left, right] = prints.map(({ item }) => item)
  const pictures = new Map(prints.map(({ item, picture }) => [item, picture]))
  const sides = sidesOf({ offered: left ? [left] : [], requested: right ? [right] : [] }, ['You give', 'You get'])
  const drawing = [drawTable(), ...sides.map((side) => drawSide(side, () => true)), drawWords()].join('')
  const overlays = sides.flatMap(placeItems).flatMap((placed) => layPicture(placed, pictures.get(placed.item)))
  return paint(drawing, await Promise.all(overlays))
}

function drawWords(): string {
  const centred = { align: 'middle', colour: colours.ink } as const
  const large = ['Two people,', 'one table'].map((words, index) =>
    write(words, middle, 236 + index * 56, { ...centred, hand: 'serif', sizePx: 42 }),
  )
  const small = ['Swap NFTs with a friend.', 'Both sides change hands', 'at once, or nothing moves.'].map(
    (words, index) =>
      write(words, middle, 352 + index * 32, { ...centred, hand: 'sans', sizePx: 21, colour: colours.paperInk2 }),
  )
  const stub =
    write('Nobody goes first', middle, 532, { ...centred, hand: 'strong', sizePx: 27, colour: colours.accent }) +
    write(`In ${product.stage}, on Avalanche`, middle, 566, {
      ...centred,
      hand: 'sans',
      sizePx: 20,
      colour: colours.paperInk2,
    })
  return drawEmptySlip(dealMarkPath(product.slug)) + large.join('') + small.join('') + stub
}
