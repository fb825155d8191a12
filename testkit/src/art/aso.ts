import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, path, repeat, stroke, through } from './shapes.ts'

const palettes = [
  { from: '#F9D976', to: '#F2603F', space: '#0E2A3B' },
  { from: '#8DF0E2', to: '#3A7BFF', space: '#0B0F2B' },
  { from: '#FF4B3A', to: '#1B2A6B', space: '#F4EBDD' },
  { from: '#FFF0DA', to: '#F58AA8', space: '#7A1231' },
  { from: '#0B5C4A', to: '#E8A317', space: '#EFE9D8' },
  { from: '#D7B8FF', to: '#FF7A59', space: '#221335' },
] as const

const points = 520

/** Orbits that decay: two swings at right angles, dying out, with a body or two on the way. */
export const aso: Artist = (tokenId) => {
  const next = random(tokenId * 6947 + 29)
  const colour = next.pick(palettes)
  const across = 2 + Math.floor(next() * 3)
  const down = across + 1 + Math.floor(next() * 2)
  const phase = next() * 3
  const decay = next.between(0.0026, 0.005)
  const orbit = Array.from({ length: points }, (_, index): readonly [number, number] => {
    const reach = 88 * Math.exp(-decay * index * 0.8)
    const at = index * 0.14
    return [100 + reach * Math.sin((across * at) / 2 + phase), 100 + reach * Math.sin((down * at) / 2)]
  })
  const id = `aso${tokenId}`
  const stars = repeat(18, () =>
    circle(next() * 200, next() * 200, next.between(0.4, 1.3), colour.from, { opacity: '.6' }),
  )
  const [x, y] = orbit[Math.floor(next() * 40)] ?? [100, 100]
  return [
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="200" y2="200" gradientUnits="userSpaceOnUse"><stop stop-color="${colour.from}"/><stop offset="1" stop-color="${colour.to}"/></linearGradient></defs>`,
    ground(colour.space),
    stars,
    stroke(through(orbit), `url(#${id})`, 1.9, { 'stroke-linejoin': 'round' }),
    circle(x, y, next.between(5, 11), colour.to),
    path(`M${x - 3} ${y - 3}a5 5 0 0 1 5-2`, 'none', { stroke: colour.from, 'stroke-width': 1.6 }),
  ].join('')
}
