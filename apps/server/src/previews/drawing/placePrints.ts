/** Where one print lies, paper and picture, in pixels. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly picturePx: number
}

/** The room that the prints of one side have. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const printMarginPx = 8
/** Lines below the picture: collection and number. */
export const captionPx = { large: 62, small: 28 } as const
const gapPx = 14
/** So many places there are; where there is more to show, the last says how many more. */
export const mostPlaces = 4

/** Lays out up to {@link mostPlaces} prints: one large, two side by side, otherwise in two rows. */
export function placePrints(count: number, area: Area): readonly Place[] {
  if (count <= 0) return []
  if (count === 1) return row(1, { ...area, x: area.x + area.width * 0.12, width: area.width * 0.76 }, captionPx.large)
  if (count === 2) return row(2, area, captionPx.large)
  const half = (area.height - gapPx) / 2
  const columns = 2
  const upper = row(columns, { ...area, height: half }, captionPx.small)
  const lower = row(columns, { ...area, y: area.y + half + gapPx, height: half }, captionPx.small)
  return [...upper, ...lower].slice(0, Math.min(count, mostPlaces))
}

function row(count: number, area: Area, caption: number): readonly Place[] {
  const widest = (area.width - gapPx * (count - 1)) / count
  const picturePx = Math.floor(Math.min(widest - 2 * printMarginPx, area.height - 2 * printMarginPx - caption))
  const width = picturePx + 2 * printMarginPx
  const height = picturePx + printMarginPx + caption
  const left = area.x + (area.width - count * width - gapPx * (count - 1)) / 2
  return Array.from({ length: count }, (_, index) => ({
    x: Math.round(left + index * (width + gapPx)),
    y: Math.round(area.y + (area.height - height) / 2),
    width,
    height,
    picturePx,
  }))
}
