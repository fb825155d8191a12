import sharp, { type OverlayOptions } from 'sharp'
import type { CardItem, OfferCard } from '../OfferCard.ts'
import { drawSide, placeItems, type PlacedItem, type Side } from './drawSide.ts'
import { drawSlip } from './drawSlip.ts'
import { cardSize, drawTable, table } from './drawTable.ts'
import { printMarginPx } from './placePrints.ts'

const prints = { top: 190, height: 346, width: 350, margin: 22 } as const

/** The two sides as they lie on the table: what is offered on the left, what is asked for on the right. */
export function sidesOf(
  card: Pick<OfferCard, 'offered' | 'requested'>,
  [left, right]: readonly [string, string] = ['Offered', 'Asked for'],
): readonly [Side, Side] {
  const area = { y: prints.top, width: prints.width, height: prints.height }
  return [
    { heading: left, items: card.offered, area: { ...area, x: table.left + prints.margin } },
    { heading: right, items: card.requested, area: { ...area, x: table.right - prints.margin - prints.width } },
  ]
}

/** The NFTs of an offer that its picture shows. */
export function shownItems(card: OfferCard): readonly CardItem[] {
  return sidesOf(card).flatMap((side) => placeItems(side).map(({ item }) => item))
}

/** Draws an offer as a PNG. `pictures` has those NFTs' pictures that could be had; the others say that there is none. */
export async function drawOfferCard(card: OfferCard, pictures: ReadonlyMap<CardItem, Uint8Array>): Promise<Uint8Array> {
  const sides = sidesOf(card)
  const drawing = [drawTable(), ...sides.map((side) => drawSide(side, (item) => pictures.has(item))), drawSlip(card)]
  const placed = sides.flatMap(placeItems)
  return paint(drawing.join(''), await Promise.all(placed.flatMap((one) => layPicture(one, pictures.get(one.item)))))
}

/** Paints a drawing of ours with pictures on it. */
export async function paint(drawing: string, overlays: readonly OverlayOptions[]): Promise<Uint8Array> {
  const { width, height } = cardSize
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`
  return sharp(Buffer.from(svg))
    .composite([...overlays])
    .removeAlpha()
    .png({ compressionLevel: 9, palette: true, quality: 92, effort: 4 })
    .toBuffer()
}

/** A print's picture where it belongs; none where there is none. */
export function layPicture({ place }: PlacedItem, bytes: Uint8Array | undefined): readonly Promise<OverlayOptions>[] {
  if (!bytes) return []
  const size = { width: place.picturePx, height: place.picturePx }
  const input = sharp(bytes)
    .resize({ ...size, fit: 'cover' })
    .png()
    .toBuffer()
  return [input.then((png) => ({ input: png, left: place.x + printMarginPx, top: place.y + printMarginPx }))]
}
