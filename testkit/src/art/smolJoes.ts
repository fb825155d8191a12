import type { Artist } from './Artist.ts'
import { random, type Random } from './random.ts'
import { ground, group, rect } from './shapes.ts'

type Block = readonly [x: number, y: number, width: number, height: number, fill: string]

const dark = '#191419'

function hair(next: Random, tone: string, cloth: string): readonly Block[] {
  const cropped: readonly Block[] = [
    [4, 2, 8, 3, tone],
    [3, 3, 2, 4, tone],
    [11, 3, 2, 4, tone],
    [5, 5, 2, 1, tone],
  ]
  const cap: readonly Block[] = [
    [4, 2, 8, 3, cloth],
    [3, 5, 10, 1, dark],
    [4, 4, 8, 1, tone],
    [10, 5, 4, 1, cloth],
  ]
  const quiff: readonly Block[] = [
    [5, 0, 6, 2, tone],
    [4, 2, 8, 2, tone],
    [4, 4, 2, 2, tone],
    [7, 4, 1, 1, tone],
  ]
  const mane: readonly Block[] = [
    [3, 1, 10, 4, tone],
    [2, 3, 2, 6, tone],
    [12, 3, 2, 6, tone],
    [4, 5, 1, 2, tone],
  ]
  return next.pick([cropped, cap, quiff, mane])
}

function eyes(next: Random): readonly Block[] {
  const plain: readonly Block[] = [
    [6, 7, 1, 2, dark],
    [9, 7, 1, 2, dark],
  ]
  const glasses: readonly Block[] = [
    [5, 7, 6, 2, dark],
    [6, 7, 1, 1, '#8FE3FF'],
    [9, 7, 1, 1, '#8FE3FF'],
  ]
  const wide: readonly Block[] = [
    [5, 7, 2, 2, '#fff'],
    [9, 7, 2, 2, '#fff'],
    [6, 7, 1, 2, dark],
    [9, 7, 1, 2, dark],
  ]
  return next.pick([plain, glasses, wide])
}

function mouth(next: Random, tone: string): readonly Block[] {
  const shut: readonly Block[] = [[6, 11, 4, 1, dark]]
  const grin: readonly Block[] = [
    [6, 11, 4, 1, '#fff'],
    [5, 10, 1, 1, dark],
    [10, 10, 1, 1, dark],
  ]
  const beard: readonly Block[] = [
    [5, 10, 6, 3, tone],
    [7, 11, 2, 1, dark],
  ]
  return next.pick([shut, grin, beard])
}

/** People of sixteen by sixteen squares. */
export const smolJoes: Artist = (tokenId) => {
  const next = random(tokenId * 2221 + 43)
  const wall = next.pick(['#7FC8F8', '#FFD166', '#F78DA7', '#9BE3B4', '#C7B8FF', '#FF9B71'])
  const skin = next.pick(['#F3C9A5', '#C98A5B', '#8A5636', '#FFE0C2', '#6FB98F'])
  const tone = next.pick(['#2B1B12', '#B5482A', '#F2D16B', '#3A3A4A', '#E7E3DA'])
  const cloth = next.pick(['#2A4B9B', '#D8352A', '#22262E', '#1F7A53', '#F0F0EA'])
  const body: readonly Block[] = [
    [3, 15, 10, 1, dark],
    [4, 4, 8, 9, dark],
    [3, 13, 10, 3, dark],
    [4, 14, 8, 2, cloth],
    [6, 13, 4, 2, skin],
    [5, 4, 6, 9, skin],
    [4, 7, 1, 2, skin],
    [11, 7, 1, 2, skin],
    [5, 11, 6, 2, skin],
    [7, 9, 2, 1, '#00000033'],
  ]
  const blocks = [...body, ...hair(next, tone, cloth), ...eyes(next), ...mouth(next, tone)]
  const person = blocks.map(([x, y, width, height, fill]) => rect(x, y, width, height, fill)).join('')
  return group(
    { 'shape-rendering': 'crispEdges' },
    ground(wall),
    rect(0, 124, 200, 76, '#000', { opacity: '.08' }),
    group({ transform: 'scale(12.5)' }, person),
  )
}
