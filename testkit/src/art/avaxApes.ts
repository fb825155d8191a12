import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ellipse, ground, mirrored, path, rect, repeat, stroke } from './shapes.ts'

const palettes = [
  { ground: '#2F5E57', fur: '#16302C', skin: '#E2B28A', hot: '#E4572E', light: '#F7EFD8' },
  { ground: '#E7B04A', fur: '#4A2A1B', skin: '#D99B73', hot: '#1C3FB0', light: '#FFF6E0' },
  { ground: '#C9D7E3', fur: '#33415C', skin: '#F0CDB4', hot: '#D8452E', light: '#FFFDF5' },
  { ground: '#7A2E3A', fur: '#EFC7B0', skin: '#8C4A3F', hot: '#F2B632', light: '#FFF1E0' },
  { ground: '#EFE3CC', fur: '#B5382A', skin: '#F3C9A5', hot: '#23483F', light: '#FFFFFF' },
] as const

/** Rings behind the head, like a struck gong. */
function rings(colour: string, count: number): string {
  return repeat(count, (index) =>
    circle(100, 100, 56 + index * 17, 'none', { stroke: colour, 'stroke-width': 5, opacity: '.22' }),
  )
}

/** Apes before rings, some with a band, some with a pipe. */
export const avaxApes: Artist = (tokenId) => {
  const next = random(tokenId * 9973 + 61)
  const colour = next.pick(palettes)
  const headwear = next.pick([
    rect(44, 50, 112, 16, colour.hot) + path('M100 44l10 14-10 14-10-14z', colour.light),
    path('M62 46Q100 4 138 46Q100 34 62 46z', colour.hot) + circle(100, 20, 6, colour.light),
    '',
    repeat(5, (index) => path(`M${66 + index * 17} 42l-6-${20 + (index % 2) * 10} 14 14z`, colour.fur)),
  ])
  const eyes = next.chance(0.3)
    ? circle(78, 92, 15, 'none', { stroke: colour.hot, 'stroke-width': 5 }) + circle(78, 92, 6, colour.fur)
    : circle(78, 92, 12, colour.light) + circle(79, 93, next.between(4, 7), '#17110F')
  const mouth = next.pick([
    stroke('M72 148q28 14 56 0', '#17110F', 5),
    path('M70 142h60q-6 22-30 22t-30-22z', '#17110F') + rect(80, 142, 40, 6, colour.light),
    stroke('M74 150h52', '#17110F', 5) + stroke('M124 150l34 8', colour.hot, 7) + circle(160, 152, 9, colour.hot),
  ])
  return [
    ground(colour.ground),
    rings(colour.light, 5),
    path('M20 200q10-50 80-50t80 50z', colour.fur),
    mirrored(circle(40, 98, 22, colour.fur) + circle(40, 98, 12, colour.skin)),
    path('M100 28c38 0 60 26 60 66 0 46-24 82-60 82s-60-36-60-82c0-40 22-66 60-66z', colour.fur),
    mirrored(ellipse(80, 92, 26, 28, colour.skin)),
    ellipse(100, 140, 46, 34, colour.skin),
    mirrored(eyes + stroke('M60 74q16-10 34 0', colour.fur, 6) + ellipse(92, 120, 4.5, 3, '#17110F')),
    mouth,
    headwear,
  ].join('')
}
