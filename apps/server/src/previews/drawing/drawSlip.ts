import { dealMarkBox } from '@parley/domain'
import type { OfferCard } from '../OfferCard.ts'
import { cardSize } from './drawTable.ts'
import { colours } from './colours.ts'
import { fitted, write } from './writing.ts'

const width = 288
const left = (cardSize.width - width) / 2
const middle = cardSize.width / 2
const top = 84
const bottom = 602
/** The perforation: above it what the paper says, below it how the offer stands. */
const tearY = 470
const notchPx = 12
const margin = 26

/** The offer as a paper slip that hangs over the table's edge. */
export function drawSlip(card: OfferCard): string {
  const right = left + width - margin
  const start = left + margin
  const line = (y: number) =>
    `<path d="M${start} ${y}H${right}" stroke="${colours.paperLine}" stroke-width="1.5" fill="none"/>`
  const row = (y: number, name: string, value: string) =>
    line(y - 33) +
    write(name, start, y, { hand: 'sans', sizePx: 22, colour: colours.paperInk2 }) +
    write(value, right, y, { hand: 'strong', sizePx: 22, colour: colours.ink, align: 'right' })
  const count = `${card.offered.length} for ${card.requested.length}`
  return [
    drawEmptySlip(card.markPath),
    write('Offer', start, 190, { hand: 'serif', sizePx: 36, colour: colours.ink }),
    write(card.idText, right, 188, { hand: 'sans', sizePx: 18, colour: colours.paperInk2, align: 'right' }),
    write(count, middle, 292, { hand: 'serif', sizePx: 68, colour: colours.ink, align: 'middle' }),
    row(376, 'From', card.from),
    row(430, 'To', card.to),
    drawState(card),
  ].join('')
}

/** The paper with its engraved band and its perforation. */
export function drawEmptySlip(markPath: string): string {
  return drawPaper() + drawMark(markPath)
}

function drawPaper(): string {
  const right = left + width
  const outline = `M${left} ${top + 5}a5 5 0 0 1 5-5H${right - 5}a5 5 0 0 1 5 5V${tearY - notchPx}a${notchPx} ${notchPx} 0 0 0 0 ${notchPx * 2}V${bottom - 5}a5 5 0 0 1-5 5H${left + 5}a5 5 0 0 1-5-5V${tearY + notchPx}a${notchPx} ${notchPx} 0 0 0 0-${notchPx * 2}z`
  return `<path d="${outline}" fill="${colours.paper}" filter="url(#s)"/><path d="M${left + 24} ${tearY}H${right - 20}" stroke="${colours.ink}" stroke-opacity=".42" stroke-width="3.4" stroke-linecap="round" stroke-dasharray="0 10"/>`
}

function drawMark(path: string): string {
  const scale = width / dealMarkBox.width
  return `<g transform="translate(${left} ${top + 10}) scale(${scale} 1.1)" fill="none" stroke="${colours.accent}" stroke-opacity=".6" stroke-width=".8"><path d="${path}"/></g><path d="M${left} ${top + 62}h${width}" stroke="${colours.paperLine}" stroke-width="1.5"/>`
}

const stateColours = {
  active: colours.accent,
  completed: colours.ok,
  expired: colours.warn,
  cancelled: colours.warn,
} as const

function drawState({ state: [first = '', second = ''], status }: OfferCard): string {
  const small = { hand: 'sans', sizePx: 21 } as const
  return (
    write(first, middle, 524, {
      hand: 'strong',
      sizePx: 28,
      colour: stateColours[status],
      align: 'middle',
    }) +
    write(fitted(second, width - 2 * 14, small), middle, 560, { ...small, colour: colours.paperInk2, align: 'middle' })
  )
}
