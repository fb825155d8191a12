import type { Artist } from './Artist.ts'
import { random, type Random } from './random.ts'
import { circle, ellipse, ground, path, rect, repeat, round, stroke } from './shapes.ts'

const palettes = [
  { wall: '#F3C9B5', shelf: '#B8654A', shell: '#FFF3DF', bands: ['#D8452E', '#2A6F73', '#EFB63B', '#23324A'] },
  { wall: '#BFD4CE', shelf: '#3E6B66', shell: '#F7E3C8', bands: ['#1F4D46', '#E4572E', '#F6B93B', '#7A2E3A'] },
  { wall: '#2F3E57', shelf: '#16202F', shell: '#F4E6CC', bands: ['#E0563B', '#8FC1B5', '#F2C230', '#5B2333'] },
  { wall: '#EBD58B', shelf: '#A9743E', shell: '#E9F1EA', bands: ['#1C3FB0', '#C4452D', '#2E7D4F', '#3A1F2B'] },
] as const

/** One band of pattern across the egg. */
function band(next: Random, y: number, height: number, colours: readonly [string, ...string[]]): string {
  const colour = next.pick(colours)
  const middle = y + height / 2
  const shapes = [
    () => rect(20, y + 2, 160, height - 4, colour),
    () => repeat(12, (index) => circle(34 + index * 14, middle, height * 0.28, colour)),
    () => stroke(`M20 ${round(middle)}${repeat(10, () => `q8 ${round(-height * 0.8)} 16 0`)}`, colour, height * 0.26),
    () =>
      path(`M20 ${round(y + height)}${repeat(10, () => `l8 ${round(-height + 3)}l8 ${round(height - 3)}`)}z`, colour),
    () => repeat(2, (index) => rect(20, y + 3 + index * height * 0.45, 160, height * 0.18, colour)),
  ] as const
  return next.pick(shapes)()
}

/** Shows where the shell is broken. */
function chick(wall: string): string {
  const opening = path('M30 96l22 8 16-12 18 14 16-13 18 13 16-12 18 10 20-10V0H30z', wall)
  const head = circle(100, 84, 36, '#F6C945') + path('M92 52q8-22 16 0z', '#F6C945')
  const face = circle(87, 78, 4.5, '#1B1A18') + circle(113, 78, 4.5, '#1B1A18') + path('M92 86h16l-8 11z', '#E4572E')
  const rim = path('M30 112l22-12 16 12 18-14 16 13 18-13 16 12 18-10 20 10v80H30z', '#FFF3DF')
  return opening + head + face + rim
}

/** Painted eggs on a shelf. */
export const chikn: Artist = (tokenId) => {
  const next = random(tokenId * 5003 + 13)
  const colour = next.pick(palettes)
  const egg = 'M100 22c34 0 58 50 58 86s-24 66-58 66-58-30-58-66 24-86 58-86z'
  const clip = `egg${tokenId}`
  const height = next.pick([18, 22, 26])
  const bands = repeat(Math.ceil(150 / height), (index) => band(next, 26 + index * height, height, colour.bands))
  const hatching = next.chance(0.22) ? chick(colour.wall) : ''
  return [
    ground(colour.wall),
    rect(0, 166, 200, 34, colour.shelf),
    ellipse(100, 172, 52, 7, '#000', { opacity: '.22' }),
    `<clipPath id="${clip}"><path d="${egg}"/></clipPath>`,
    path(egg, colour.shell),
    `<g clip-path="url(#${clip})">${hatching}${hatching === '' ? bands : repeat(3, (index) => band(next, 116 + index * height, height, colour.bands))}${path('M100 22c34 0 58 50 58 86s-24 66-58 66c40-30 40-110 0-152z', '#000', { opacity: '.12' })}</g>`,
    hatching === '' ? stroke('M64 76q6-26 20-36', '#fff', 5, { opacity: '.55' }) : '',
  ].join('')
}
