import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { ground, path, through } from './shapes.ts'

const inks = [
  { paper: '#EFE7D6', ink: '#1B1A18' },
  { paper: '#C8321F', ink: '#FFF3E3' },
  { paper: '#16201C', ink: '#E9E0C9' },
  { paper: '#1C3FB0', ink: '#F6EFD9' },
  { paper: '#E8B23A', ink: '#221B10' },
] as const

function hill(x: number, y: number, cx: number, cy: number, width: number, height: number): number {
  return Math.exp(-((x - cx) ** 2 / (2 * width * width) + (y - cy) ** 2 / (2 * height * height)))
}

/** How far a line is lifted at a point of the sheet: a head in relief. */
function relief(tokenId: number): (x: number, y: number) => number {
  const next = random(tokenId * 104729 + 1)
  const tilt = next.between(-8, 8)
  const nose = next.between(20, 27)
  const lips = next.between(0.8, 1.4)
  const brow = next.between(6, 11)
  return (sheetX, y) => {
    const x = sheetX - (tilt * (y - 100)) / 120
    const pair = (dx: number, cy: number, width: number, height: number): number =>
      hill(x, y, 100 - dx, cy, width, height) + hill(x, y, 100 + dx, cy, width, height)
    const inside = ((x - 100) / 54) ** 2 + ((y - 102) / 74) ** 2
    const skull = inside < 1 ? 19 * (1 - inside) ** 0.42 : 0
    const eyes = brow * pair(22, 76, 15, 4.5) - 15 * pair(22, 90, 12, 6.5) + 8 * pair(22, 92, 5.5, 3.6)
    const snout = nose * hill(x, y, 100, 112, 6.5, 17) + 9 * hill(x, y, 100, 124, 11, 6)
    const mouth =
      lips * 9 * hill(x, y, 100, 145, 15, 3.4) +
      lips * 8 * hill(x, y, 100, 155, 13, 3.6) -
      9 * hill(x, y, 100, 150, 17, 1.8)
    return skull + eyes + snout + mouth + 6 * hill(x, y, 100, 171, 14, 6)
  }
}

/** Portraits of parallel lines. */
export const theFace1966: Artist = (tokenId) => {
  const colour = random(tokenId * 31 + 7).pick(inks)
  const lift = relief(tokenId)
  const lines = Array.from({ length: 33 }, (_, row) => {
    const y = 30 + row * 5.1
    const points = Array.from({ length: 58 }, (_unused, column): readonly [number, number] => {
      const x = 14 + column * 3
      return [x, y - lift(x, y)]
    })
    return path(through(points), colour.paper, {
      stroke: colour.ink,
      'stroke-width': '1.75',
      'stroke-linejoin': 'round',
    })
  })
  return ground(colour.paper) + lines.join('')
}
