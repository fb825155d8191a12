import type { Artist } from './Artist.ts'
import { random, type Random } from './random.ts'
import { circle, ellipse, ground, mirrored, path, stroke, through } from './shapes.ts'

const palettes = [
  { ground: '#F2D5C4', fur: ['#5B3FA0', '#7A5CC4', '#3F2A78'], belly: '#F7E9D2', dark: '#1F1538', nose: '#F26B4E' },
  { ground: '#CFE3D4', fur: ['#E2603C', '#F08A5A', '#B8432A'], belly: '#FFF1DA', dark: '#33150D', nose: '#23483F' },
  { ground: '#F3E3A6', fur: ['#2E7F7A', '#4FA39A', '#1D5A58'], belly: '#F5EBD6', dark: '#0F2A2C', nose: '#D8452E' },
  { ground: '#2A2633', fur: ['#E9C46A', '#F3D998', '#C79A3B'], belly: '#FFF6E0', dark: '#2A1D0A', nose: '#C4452D' },
  { ground: '#D8D3EA', fur: ['#C2416B', '#DC6C90', '#8F2A4C'], belly: '#FCE8E4', dark: '#2D0C1A', nose: '#2C5F86' },
] as const

/** A closed outline of tufts: every second point stands out. */
function shaggy(next: Random, radius: number, cy: number, tufts: number): string {
  const points = Array.from({ length: tufts * 2 }, (_, index): readonly [number, number] => {
    const angle = (index / (tufts * 2)) * Math.PI * 2
    const reach = radius * (index % 2 === 0 ? next.between(1.02, 1.16) : next.between(0.9, 0.96))
    return [100 + Math.cos(angle) * reach, cy + Math.sin(angle) * reach]
  })
  return `${through(points)}Z`
}

/** Furry ones, all tufts and eyes. */
export const furks: Artist = (tokenId) => {
  const next = random(tokenId * 2971 + 17)
  const colour = next.pick(palettes)
  const tufts = 26 + Math.floor(next() * 14)
  const ears = next.chance(0.5)
    ? path('M46 74C30 50 30 30 38 18c18 8 32 22 38 40z', colour.fur[2])
    : circle(50, 52, 22, colour.fur[2]) + circle(50, 52, 11, colour.nose, { opacity: '.6' })
  const oneEyed = next.chance(0.3)
  const pupil = next.between(7, 12)
  const eyes = oneEyed
    ? circle(100, 92, 27, '#FFFDF5') + circle(100, 94, pupil + 4, colour.dark) + circle(95, 88, 4, '#fff')
    : mirrored(circle(77, 94, 18, '#FFFDF5') + circle(80, 96, pupil, colour.dark) + circle(76, 91, 3.4, '#fff'))
  const mouth = next.chance(0.5)
    ? path('M78 134q22 12 44 0q-4 24-22 24t-22-24z', colour.dark) + path('M86 138l5 9 5-8zM104 139l5 8 5-9z', '#FFFDF5')
    : stroke('M80 138q10 12 20 0q10 12 20 0', colour.dark, 4)
  return [
    ground(colour.ground),
    ellipse(100, 190, 70, 10, '#000', { opacity: '.14' }),
    mirrored(ears),
    path(shaggy(next, 74, 112, tufts), colour.fur[2]),
    path(shaggy(next, 65, 112, tufts - 4), colour.fur[0]),
    path(shaggy(next, 52, 114, tufts - 8), colour.fur[1]),
    path(shaggy(next, 30, 142, tufts - 12), colour.belly),
    eyes,
    ellipse(100, 122, 8, 5.5, colour.nose),
    mouth,
  ].join('')
}
