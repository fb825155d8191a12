import { product } from '@parley/domain'
import { colours } from './colours.ts'
import { write } from './writing.ts'

/** What every network shows large. */
export const cardSize = { width: 1200, height: 630 } as const
export const table = { left: 48, top: 112, right: 1152, bottom: 572 } as const

const plyPx = 20
const flecks = 150

/** The room with the table in it, and the product's name above. */
export function drawTable(): string {
  const { left, top, right, bottom } = table
  const width = right - left
  return [
    `<rect width="${cardSize.width}" height="${cardSize.height}" fill="${colours.room}"/>`,
    `<defs><linearGradient id="t" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colours.tableHigh}"/><stop offset="1" stop-color="${colours.table}"/></linearGradient>`,
    `<linearGradient id="l" x1="0" y1="0" x2="1" y2=".5"><stop offset="0" stop-color="#fff" stop-opacity=".36"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/></linearGradient>`,
    `<linearGradient id="u" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3c3219" stop-opacity=".2"/><stop offset="1" stop-color="#3c3219" stop-opacity="0"/></linearGradient>`,
    `<filter id="s" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="6" stdDeviation="7" flood-color="#2d2819" flood-opacity=".2"/></filter></defs>`,
    `<rect x="${left}" y="${bottom}" width="${width}" height="30" fill="url(#u)"/>`,
    `<path d="M${left} ${bottom - plyPx}V${top + 16}a16 16 0 0 1 16-16h${width - 32}a16 16 0 0 1 16 16V${bottom - plyPx}z" fill="url(#t)"/>`,
    drawFlecks(),
    `<path d="M${left} ${bottom - plyPx}V${top + 16}a16 16 0 0 1 16-16h${width - 32}a16 16 0 0 1 16 16V${bottom - plyPx}z" fill="url(#l)"/>`,
    ...[colours.plyC, colours.plyB, colours.plyA, colours.plyB, colours.plyA].map(
      (colour, index) =>
        `<rect x="${left}" y="${bottom - plyPx + index * 4}" width="${width}" height="4" fill="${colour}"/>`,
    ),
    drawBrand(),
  ].join('')
}

/** The table's linoleum: short strokes in places that look like chance and are always the same. */
function drawFlecks(): string {
  const strokes = [colours.fleckDark, colours.fleckLight].map((colour, tone) => {
    const paths = Array.from({ length: flecks }, (_, index) => {
      const turn = (index * 2 + tone) * 2.399963
      const x = table.left + 12 + (((index * 2 + tone) * 0.754877666 * 1080) % 1080)
      const y = table.top + 12 + (((index * 2 + tone) * 0.569840291 * 420) % 420)
      return `M${x.toFixed(1)} ${y.toFixed(1)}l${(Math.cos(turn) * 7).toFixed(1)} ${(Math.sin(turn) * 5).toFixed(1)}`
    })
    return `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round"/>`
  })
  return strokes.join('')
}

function drawBrand(): string {
  const mark = `<g transform="translate(${table.left} 34) scale(1.55)"><path d="M3 5a2 2 0 0 1 2-2h8v24H5a2 2 0 0 1-2-2z" fill="${colours.ink}"/><path d="M17 3h8a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2h-8z" fill="${colours.accent}"/><g fill="${colours.ink}">${[5.5, 10.2, 15, 19.8, 24.5].map((y) => `<circle cx="15" cy="${y}" r="1"/>`).join('')}</g></g>`
  const name = write(product.name, table.left + 58, 70, { hand: 'serif', sizePx: 40, colour: colours.ink })
  const tagline = write(product.tagline, table.right, 68, {
    hand: 'sans',
    sizePx: 25,
    colour: colours.ink2,
    align: 'right',
  })
  return mark + name + tagline
}
