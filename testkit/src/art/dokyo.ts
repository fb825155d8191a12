import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, mirrored, path, repeat, stroke } from './shapes.ts'

const palettes = [
  { ground: '#E7B7A3', face: '#2B2A33', hot: '#D8452E', light: '#F4EBDD', accent: '#EFB63B' },
  { ground: '#23324A', face: '#F0E3CF', hot: '#E0563B', light: '#16202F', accent: '#8FC1B5' },
  { ground: '#D9D2BE', face: '#1F4D46', hot: '#F1A93B', light: '#F6F1E2', accent: '#C4452D' },
  { ground: '#5B2333', face: '#F3D9C4', hot: '#E9A23B', light: '#2D0F19', accent: '#7FA6A0' },
  { ground: '#F1C54B', face: '#7A1E2C', hot: '#FFF3DC', light: '#F6D9B8', accent: '#1E6F6B' },
] as const

/** Carved masks: horned or not, wide-eyed or narrow. */
export const dokyo: Artist = (tokenId) => {
  const next = random(tokenId * 7919 + 3)
  const colour = next.pick(palettes)
  const horns = next.chance(0.6) ? mirrored(path('M52 64C34 50 30 28 36 12c14 8 30 22 38 40z', colour.hot)) : ''
  const face = path('M100 30c40 0 62 24 62 60 0 46-26 92-62 92S38 136 38 90c0-36 22-60 62-60z', colour.face)
  const shade = path('M100 30c40 0 62 24 62 60 0 46-26 92-62 92z', '#000', { opacity: '.1' })
  const eye = next.chance(0.5)
    ? path('M54 92a20 20 0 0 1 40 0z', colour.light) + circle(76, 87, 6, colour.hot)
    : path('M52 84l42 10c-4 12-36 12-42-10z', colour.light) + circle(76, 92, 5, colour.ground)
  const whiskers = repeat(3, (line) =>
    stroke(`M${48 + line * 3} ${118 + line * 11}q14 6 30 ${2 + line}`, colour.hot, 4.5),
  )
  const brow = path('M48 70q24-14 44 4l-2 7q-22-12-40-2z', colour.hot)
  const mouth =
    path('M74 146q26-12 52 0q-10 20-26 20t-26-20z', colour.light) +
    stroke('M76 147h48M88 142v10M100 141v12M112 142v10', colour.face, 2.5)
  const jewel = circle(100, 52, 9, colour.hot) + circle(100, 52, next.between(3, 6), colour.light)
  return [
    ground(colour.ground),
    circle(100, 92, 78, colour.accent, { opacity: '.35' }),
    horns,
    face,
    shade,
    mirrored(whiskers + eye + brow),
    path('M100 90l11 34q-11 9-22 0z', colour.accent),
    mouth,
    jewel,
  ].join('')
}
