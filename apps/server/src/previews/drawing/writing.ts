import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/**
 * Texts as outlines from the product's own fonts. Left to the system, letters would come from whatever is installed there, or
 * be missing altogether.
 */
export type Hand = 'serif' | 'sans' | 'strong'

const files: Readonly<Record<Hand, string>> = {
  serif: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff',
  sans: '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-400-normal.woff',
  strong: '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff',
}

const require = createRequire(import.meta.url)
const opened = new Map<Hand, Font>()

function fontOf(hand: Hand): Font {
  const known = opened.get(hand)
  if (known) return known
  const font = create(readFileSync(require.resolve(files[hand])))
  if (!('layout' in font)) throw new TypeError(`${files[hand]} holds several fonts`)
  opened.set(hand, font)
  return font
}

export interface Writing {
  readonly hand: Hand
  readonly sizePx: number
  readonly colour: string
  /** What `x` is of the text. */
  readonly align?: 'left' | 'middle' | 'right'
}

/** How wide a text comes out, in pixels. */
export function widthOf(text: string, { hand, sizePx }: Pick<Writing, 'hand' | 'sizePx'>): number {
  const font = fontOf(hand)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * sizePx
}

/** The text, or as much of it as fits into `mostPx` with an ellipsis. */
export function fitted(text: string, mostPx: number, writing: Pick<Writing, 'hand' | 'sizePx'>): string {
  if (widthOf(text, writing) <= mostPx) return text
  let kept = text
  while (kept.length > 1 && widthOf(`${kept}…`, writing) > mostPx) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}

/** An SVG path of the text with its baseline at `y`. */
export function write(text: string, x: number, y: number, writing: Writing): string {
  const { hand, sizePx, colour, align = 'left' } = writing
  const font = fontOf(hand)
  const scale = sizePx / font.unitsPerEm
  const { glyphs, positions, advanceWidth } = font.layout(text)
  const shift = { left: 0, middle: 0.5, right: 1 }[align]
  let penX = x - advanceWidth * scale * shift
  const outlines = glyphs.map((glyph, index) => {
    const position = positions[index]
    const outline = glyph.path.scale(scale, -scale).translate(penX + (position?.xOffset ?? 0) * scale, y)
    penX += (position?.xAdvance ?? glyph.advanceWidth) * scale
    return outline.toSVG()
  })
  return `<path fill="${colour}" d="${outlines.join('')}"/>`
}
