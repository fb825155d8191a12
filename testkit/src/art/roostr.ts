import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, group, path, rect, stroke } from './shapes.ts'

const palettes = [
  { sky: '#F6F0E2', body: '#E5432D', comb: '#F4B31E', earth: '#1C3F94', dark: '#171717', beak: '#F4B31E' },
  { sky: '#1C3F94', body: '#F6F0E2', comb: '#E5432D', earth: '#F4B31E', dark: '#0C1230', beak: '#F4B31E' },
  { sky: '#F4B31E', body: '#F6F0E2', comb: '#171717', earth: '#E5432D', dark: '#1C3F94', beak: '#171717' },
  { sky: '#2F7D5B', body: '#F6E7C6', comb: '#F26A3D', earth: '#F2C230', dark: '#10251B', beak: '#F4B31E' },
  { sky: '#F0B7A8', body: '#FFFFFF', comb: '#D5302A', earth: '#22315F', dark: '#1B1B22', beak: '#F4B31E' },
] as const

type Palette = (typeof palettes)[number]

function tails(colour: Palette): readonly [string, string, string] {
  return [
    path('M24 68A52 52 0 0 1 76 120L24 120Z', colour.earth),
    path('M20 60h18v60h-18zM40 72h18v48h-18zM60 84h18v36h-18z', colour.earth),
    path('M16 120A40 40 0 0 1 56 80V120Z', colour.comb) + path('M40 88A40 40 0 0 1 80 56V120H40Z', colour.earth),
  ]
}

/** Roosters of half circles and stripes. */
export const roostr: Artist = (tokenId) => {
  const next = random(tokenId * 7451 + 19)
  const colour = next.pick(palettes)
  const sun = circle(next.chance(0.5) ? 44 : 160, 40, next.between(14, 22), colour.comb, { opacity: '.9' })
  const wing =
    path('M60 108H112A26 26 0 0 1 60 108Z', colour.dark) +
    path('M72 108H112A20 20 0 0 1 72 108Z', next.chance(0.5) ? colour.comb : colour.earth)
  const comb = path('M112 48a9 9 0 0 1 18 0zM126 48a9 9 0 0 1 18 0zM119 36a9 9 0 0 1 18 0v6h-18z', colour.comb)
  const bird = [
    next.pick(tails(colour)),
    path('M32 104H152A60 60 0 0 1 32 104Z', colour.body),
    path('M108 107V68A22 22 0 0 1 152 68V107Z', colour.body),
    comb,
    path('M152 66L178 76L152 84Z', colour.beak),
    circle(136, 70, 6.8, colour.dark),
    circle(138, 68, 2.2, '#fff'),
    path('M142 88a10 10 0 0 1 20 0a10 10 0 0 1-20 0', colour.comb),
    wing,
    stroke('M84 160V188M104 160V188M84 188h14M104 188h14', colour.dark, 5.2, { 'stroke-linecap': 'butt' }),
  ]
  const facing = next.chance(0.5) ? { transform: 'matrix(-1 0 0 1 200 0)' } : {}
  return [ground(colour.sky), rect(0, 164, 200, 36, colour.earth), sun, group(facing, ...bird)].join('')
}
