import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { product } from '@parley/domain'
import satori, { type Font } from 'satori'
import type { JSXNode } from 'satori/jsx'
import { jsx } from 'satori/jsx/jsx-runtime'
import sharp from 'sharp'
import type { CardItem, CardSide } from '../../previews/offerCard.ts'
import { allowOnly } from '../loaders.ts'
import { artwork, cardSize, type StubTone } from './artwork.ts'

/** The parts that link cards have in common, and how a card becomes a PNG. */
export interface CardParts {
  readonly markPath: string
  readonly stub: StubTone
  /** What lies on the table. */
  readonly children: readonly JSXNode[]
}

const { resolve } = createRequire(import.meta.url)

/** The product's own fonts, so that cards look the same on every machine. */
const fonts: readonly Font[] = [
  font('Young Serif', 400, '@fontsource/young-serif/files/young-serif-latin-400-normal.woff'),
  font('Hanken Grotesk', 400, '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-400-normal.woff'),
  font('Hanken Grotesk', 600, '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff'),
]
const css = readFileSync(join(import.meta.dirname, 'card.css'), 'utf8')

function font(name: string, weight: 400 | 600, file: string): Font {
  return { name, weight, style: 'normal', data: readFileSync(resolve(file)) }
}

/** A `div` with a class and nothing else. */
export function box(className: string, ...children: readonly JSXNode[]): JSXNode {
  return jsx('div', { className, children })
}

/** @returns a PNG of 1200 by 630 pixels. */
export async function paintCard({ markPath, stub, children }: CardParts): Promise<Uint8Array> {
  const background = `data:image/svg+xml;base64,${Buffer.from(artwork(markPath, stub)).toString('base64')}`
  const card = box(
    'card',
    jsx('style', { children: css }),
    jsx('img', { className: 'artwork', src: background, ...cardSize }),
    box('head', box('brand', product.name), box('tagline', product.tagline)),
    ...children,
  )
  const svg = await satori(card, { ...cardSize, fonts: [...fonts] })
  allowOnly('image/svg+xml')
  // A palette would be a third of the size and visibly dithers the NFTs.
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer()
}

/** By how many prints a side has: their class, and the picture's size in pixels. */
function printForm(count: number): { readonly form: string; readonly picturePx: number } {
  if (count === 1) return { form: 'large', picturePx: 300 }
  return count === 2 ? { form: 'pair', picturePx: 166 } : { form: 'small', picturePx: 156 }
}

/** One side of the table. @param tiles WebP tiles of its items, null where there is none. */
export async function tableSide(
  place: 'left' | 'right',
  heading: string,
  { side, tiles }: { readonly side: CardSide; readonly tiles: readonly (Uint8Array | null)[] },
): Promise<JSXNode> {
  const { form, picturePx } = printForm(side.count)
  const prints: JSXNode[] = []
  for (const [index, item] of side.items.entries())
    prints.push(print(item, picturePx, await pngOf(tiles[index] ?? null, picturePx)))
  const others = side.count - side.items.length
  if (others > 0) prints.push(box('others', `+${others}`))
  const coins = side.coins === null ? [] : [box('coins', side.coins)]
  return box(`side ${place}`, box('heading', heading), box(`prints ${form}`, ...prints), ...coins)
}

function print(item: CardItem, picturePx: number, png: Buffer | null): JSXNode {
  const size = { width: picturePx, height: picturePx }
  const picture = png
    ? jsx('img', { src: `data:image/png;base64,${png.toString('base64')}`, ...size })
    : jsx('div', { className: 'picture', style: size, children: 'No Image' })
  const words = [box(item.isKnown ? 'name' : 'name unknown', item.collection), box('number', item.idText)]
  const caption = jsx('div', { className: 'caption', style: { width: picturePx }, children: words })
  return box('print', picture, caption)
}

/** A tile as a square of this size, in the one format that is put into a card. */
async function pngOf(tile: Uint8Array | null, size: number): Promise<Buffer | null> {
  if (!tile) return null
  allowOnly('image/webp')
  return sharp(tile).resize({ width: size, height: size, fit: 'cover' }).png({ compressionLevel: 1 }).toBuffer()
}
