import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dealMarkBox, type OfferStatus, product } from '@parley/domain'
import satori, { type Font } from 'satori'
import type { JSXNode } from 'satori/jsx'
import { jsx } from 'satori/jsx/jsx-runtime'
import sharp from 'sharp'
import type { Brand } from '../../previews/Brand.ts'
import type { BrandedCard, CardItem, CardSide } from '../../previews/offerCard.ts'
import { ownFile } from '../../ownFiles.ts'
import { logoPng } from '../logo.ts'
import { allowOnly } from '../tile.ts'

/** The parts that link cards have in common, and how a card becomes a PNG. */
interface CardParts {
  readonly brand: Brand
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
const css = readFileSync(ownFile('worker/card/card.css'), 'utf8')

function font(name: string, weight: 400 | 600, file: string): Font {
  return { name, weight, style: 'normal', data: readFileSync(resolve(file)) }
}

/** A `div` with a class and nothing else. */
export function box(className: string, ...children: readonly JSXNode[]): JSXNode {
  return jsx('div', { className, children })
}

/** @returns a PNG of 1200 by 630 pixels. */
export async function paintCard({ brand, markPath, stub, children }: CardParts): Promise<Uint8Array> {
  const background = `data:image/svg+xml;base64,${Buffer.from(artwork(markPath, stub, brand.logo === null)).toString('base64')}`
  const card = box(
    'card',
    jsx('style', { children: css }),
    jsx('img', { className: 'artwork', src: background, ...cardSize }),
    ...(brand.logo === null ? [] : [await ownMark(brand.logo)]),
    box('head', box('brand', brand.name), box('tagline', product.tagline)),
    ...children,
  )
  const svg = await satori(card, { ...cardSize, fonts: [...fonts] })
  allowOnly('image/svg+xml')
  // A palette would be a third of the size and visibly dithers the NFTs.
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer()
}

/** The operator's mark, where the product's own is drawn else. */
async function ownMark(logo: Uint8Array): Promise<JSXNode> {
  allowOnly('image/svg+xml')
  const png = await logoPng(logo, 2 * markPx)
  return jsx('img', {
    className: 'mark',
    src: `data:image/png;base64,${png.toString('base64')}`,
    width: markPx,
    height: markPx,
  })
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

/** Parts of the card that are drawn rather than laid out: table, paper and mark. All SVG. */
const cardSize = { width: 1200, height: 630 } as const

/** How the slip's stub is tinted. */
type StubTone = 'plain' | 'good' | 'ended'

const table = { left: 48, top: 92, right: 1152, bottom: 590 } as const
const slip = { left: 456, top: 64, width: 288, bottom: 616 } as const
/** The perforation: above it the deal, below it the status. */
const tearY = 488
const notchPx = 12
const plyPx = 20
const flecks = 150
const stubColours: Readonly<Record<StubTone, string>> = { plain: '#fffdf7', good: '#ddecd9', ended: '#f8e7c2' }

/** The room, the table in it, and the slip that hangs over its edge, with the deal's engraved mark. */
function artwork(markPath: string, stub: StubTone, hasUsualMark: boolean): string {
  const { width, height } = cardSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${definitions}${drawTable()}${hasUsualMark ? brandMark : ''}${drawSlip(markPath, stub)}</svg>`
}

const definitions = `<defs>
<linearGradient id="top" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d3d6c0"/><stop offset="1" stop-color="#c9cdb3"/></linearGradient>
<linearGradient id="light" x1="0" y1="0" x2="1" y2=".5"><stop offset="0" stop-color="#fff" stop-opacity=".36"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="under" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3c3219" stop-opacity=".2"/><stop offset="1" stop-color="#3c3219" stop-opacity="0"/></linearGradient>
<filter id="shadow" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="6" stdDeviation="7" flood-color="#2d2819" flood-opacity=".22"/></filter>
</defs>`

const markPx = 45
const brandMark = `<g transform="translate(${table.left} 27) scale(1.5)"><path d="M3 5a2 2 0 0 1 2-2h8v24H5a2 2 0 0 1-2-2z" fill="#1f201a"/><path d="M17 3h8a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2h-8z" fill="#1b3cb8"/><g fill="#1f201a">${[5.5, 10.2, 15, 19.8, 24.5].map((y) => `<circle cx="15" cy="${y}" r="1"/>`).join('')}</g></g>`

function drawTable(): string {
  const { left, top, right, bottom } = table
  const width = right - left
  const edge = bottom - plyPx
  const outline = `M${left} ${edge}V${top + 16}a16 16 0 0 1 16-16h${width - 32}a16 16 0 0 1 16 16V${edge}z`
  const plies = ['#d9b981', '#b98c50', '#ebd5a8', '#b98c50', '#ebd5a8']
  return [
    `<rect x="${left}" y="${bottom}" width="${width}" height="30" fill="url(#under)"/>`,
    `<path d="${outline}" fill="url(#top)"/>${drawFlecks()}<path d="${outline}" fill="url(#light)"/>`,
    ...plies.map(
      (colour, index) => `<rect x="${left}" y="${edge + index * 4}" width="${width}" height="4" fill="${colour}"/>`,
    ),
  ].join('')
}

/** The linoleum's flecks: short strokes in places that look random and are always the same. */
function drawFlecks(): string {
  const area = { width: table.right - table.left - 24, height: table.bottom - table.top - plyPx - 24 }
  const strokes = ['#babf9f', '#dbdecb'].map((colour, tone) => {
    const paths = Array.from({ length: flecks }, (_, index) => {
      const step = index * 2 + tone
      const turn = step * 2.399963
      const x = table.left + 12 + ((step * 0.754877666 * area.width) % area.width)
      const y = table.top + 12 + ((step * 0.569840291 * area.height) % area.height)
      return `M${x.toFixed(1)} ${y.toFixed(1)}l${(Math.cos(turn) * 7).toFixed(1)} ${(Math.sin(turn) * 5).toFixed(1)}`
    })
    return `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round"/>`
  })
  return strokes.join('')
}

function drawSlip(markPath: string, stub: StubTone): string {
  const { left, top, width, bottom } = slip
  const right = left + width
  const notch = `a${notchPx} ${notchPx} 0 0 0`
  const upper = `M${left} ${top + 5}a5 5 0 0 1 5-5H${right - 5}a5 5 0 0 1 5 5V${tearY - notchPx}${notch}-${notchPx} ${notchPx}H${left + notchPx}${notch}-${notchPx}-${notchPx}z`
  const lower = `M${left + notchPx} ${tearY}H${right - notchPx}${notch} ${notchPx} ${notchPx}V${bottom - 5}a5 5 0 0 1-5 5H${left + 5}a5 5 0 0 1-5-5V${tearY + notchPx}${notch} ${notchPx}-${notchPx}z`
  const mark = `<g transform="translate(${left} ${top + 8}) scale(${width / dealMarkBox.width} 1.1)" fill="none" stroke="#1b3cb8" stroke-opacity=".6" stroke-width=".8"><path d="${markPath}"/></g>`
  return [
    `<g filter="url(#shadow)"><path d="${upper}" fill="#fffdf7"/><path d="${lower}" fill="${stubColours[stub]}"/></g>`,
    `<path d="M${left + 24} ${tearY}H${right - 20}" stroke="#1f201a" stroke-opacity=".42" stroke-width="3.4" stroke-linecap="round" stroke-dasharray="0 10"/>`,
    mark,
    `<path d="M${left} ${top + 58}h${width}" stroke="#dcd8ca" stroke-width="1.5"/>`,
  ].join('')
}

const tones: Readonly<Record<OfferStatus, StubTone>> = {
  active: 'plain',
  completed: 'good',
  expired: 'ended',
  cancelled: 'ended',
}

/** The card of an offer. @param tiles of the offered items, then of the requested ones; null where there is none. */
export async function drawOfferCard(card: BrandedCard, tiles: readonly (Uint8Array | null)[]): Promise<Uint8Array> {
  const { brand, offered, requested, status, state, markPath } = card
  const left = { side: offered, tiles: tiles.slice(0, offered.items.length) }
  const right = { side: requested, tiles: tiles.slice(offered.items.length) }
  const isLong = offered.count > 9 && requested.count > 9
  return paintCard({
    brand,
    markPath,
    stub: tones[status],
    children: [
      await tableSide('left', 'Offered', left),
      await tableSide('right', 'Asked for', right),
      box(
        'slip',
        box('title', box('word', 'Offer'), card.idText),
        box(isLong ? 'count count-long' : 'count', `${thingsOn(offered)} for ${thingsOn(requested)}`),
        row('From', card.from),
        row('To', card.to),
      ),
      box('stub', box(`status ${status}`, state[0]), box('detail', state[1])),
    ],
  })
}

/** Coins count as one thing. */
function thingsOn({ count, coins }: CardSide): number {
  return count + (coins === null ? 0 : 1)
}

function row(label: string, value: string) {
  return box('row', box('label', label), box('value', value))
}
