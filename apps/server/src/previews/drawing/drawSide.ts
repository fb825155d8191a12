import type { CardItem } from '../OfferCard.ts'
import { colours } from './colours.ts'
import { captionPx, mostPlaces, placePrints, printMarginPx, type Area, type Place } from './placePrints.ts'
import { fitted, write } from './writing.ts'

/** A print on the table: what it is of, and where its picture goes. */
export interface PlacedItem {
  readonly item: CardItem
  readonly place: Place
}

export interface Side {
  readonly heading: string
  readonly items: readonly CardItem[]
  readonly area: Area
}

/** The prints that a side has a place for. The last place is for the number of the others, where there are others. */
export function placeItems({ items, area }: Side): readonly PlacedItem[] {
  const places = placePrints(items.length, area)
  const shown = items.length > mostPlaces ? places.slice(0, mostPlaces - 1) : places
  return shown.flatMap((place, index) => {
    const item = items[index]
    return item ? [{ item, place }] : []
  })
}

/** A side's heading and its prints, their pictures left out; `hasPicture` says which will get one. */
export function drawSide(side: Side, hasPicture: (item: CardItem) => boolean): string {
  const { heading, items, area } = side
  const placed = placeItems(side)
  const others = items.length - placed.length
  const last = placePrints(items.length, area)[mostPlaces - 1]
  return [
    write(heading, area.x + area.width / 2, area.y - 20, {
      hand: 'serif',
      sizePx: 32,
      colour: colours.ink,
      align: 'middle',
    }),
    ...placed.map((one) => drawPrint(one, hasPicture(one.item))),
    others > 0 && last ? drawOthers(others, last) : '',
  ].join('')
}

function drawPrint({ item, place }: PlacedItem, hasPicture: boolean): string {
  const { x, y, width, height, picturePx } = place
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="${colours.paper}" filter="url(#s)"/>`,
    `<rect x="${x + printMarginPx}" y="${y + printMarginPx}" width="${picturePx}" height="${picturePx}" fill="${colours.well}"/>`,
    hasPicture ? '' : drawNoPicture(place),
    drawCaption(item, place),
  ].join('')
}

function drawNoPicture({ x, y, width, picturePx }: Place): string {
  return write('No Image', x + width / 2, y + printMarginPx + picturePx / 2 + 7, {
    hand: 'sans',
    sizePx: 20,
    colour: colours.ink2,
    align: 'middle',
  })
}

function drawCaption({ collection, idText, isKnown }: CardItem, { x, y, width, height, picturePx }: Place): string {
  const isLarge = height - picturePx - printMarginPx === captionPx.large
  const start = x + printMarginPx + 2
  const room = width - 2 * printMarginPx - 4
  const colour = isKnown ? colours.ink : colours.warn
  if (!isLarge) {
    const small = { hand: 'strong', sizePx: 16 } as const
    return write(fitted(`${idText} ${collection}`, room, small), start, y + height - 10, { ...small, colour })
  }
  const name = { hand: 'strong', sizePx: 21 } as const
  const number = { hand: 'sans', sizePx: 20 } as const
  return (
    write(fitted(collection, room, name), start, y + height - 36, { ...name, colour }) +
    write(fitted(idText, room, number), start, y + height - 12, { ...number, colour: colours.ink2 })
  )
}

function drawOthers(count: number, { x, y, width, height }: Place): string {
  return (
    `<rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${height - 2}" rx="3" fill="none" stroke="${colours.tableInk2}" stroke-width="2" stroke-dasharray="7 5"/>` +
    write(`+${count}`, x + width / 2, y + height / 2 + 16, {
      hand: 'serif',
      sizePx: 46,
      colour: colours.tableInk2,
      align: 'middle',
    })
  )
}
