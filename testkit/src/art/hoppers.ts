import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, mirrored, path, rect, repeat } from './shapes.ts'

const palettes = [
  { pond: '#F4E9D3', skin: '#2E7D4F', pad: '#E7572B', light: '#F2B632', dark: '#1C2A24' },
  { pond: '#1F4E5F', skin: '#9BD05A', pad: '#F26B4E', light: '#F7EFD8', dark: '#0E232B' },
  { pond: '#F2B8A0', skin: '#3A6EA5', pad: '#E4B53B', light: '#F6EBD7', dark: '#1B2A3E' },
  { pond: '#D7DCC0', skin: '#C4452D', pad: '#2F5E57', light: '#F6E7C8', dark: '#261614' },
  { pond: '#2B2A33', skin: '#E6B04A', pad: '#7A2E3A', light: '#F4EBDD', dark: '#15141A' },
] as const

/** Frogs of circles and quarters. */
export const hoppers: Artist = (tokenId) => {
  const next = random(tokenId * 77 + 41)
  const colour = next.pick(palettes)
  const moon = next.chance(0.5)
    ? path('M0 0h60a60 60 0 0 1-60 60z', colour.light)
    : path('M200 0h-60a60 60 0 0 0 60 60z', colour.light)
  const look = next.between(-6, 6)
  const pupil = next.pick([8, 12, 15])
  const smile = next.chance(0.6)
    ? path('M46 126h108a54 40 0 0 1-108 0z', colour.dark) + path('M78 152a24 14 0 0 1 44 0q-22 12-44 0z', colour.pad)
    : path('M46 132h108v9H46z', colour.dark)
  return [
    ground(colour.pond),
    mirrored(path('M0 200V120a80 80 0 0 1 80 80z', colour.pad)),
    moon,
    path('M30 160a70 70 0 0 1 140 0v12H30z', colour.skin),
    mirrored(circle(62, 74, 32, colour.skin)),
    rect(62, 74, 76, 60, colour.skin),
    mirrored(circle(62, 74, 21, colour.light)),
    circle(62 + look, 74, pupil, colour.dark) + circle(138 + look, 74, pupil, colour.dark),
    circle(58 + look, 70, 3.5, colour.light) + circle(134 + look, 70, 3.5, colour.light),
    smile,
    mirrored(circle(90, 110, 3, colour.dark)),
    rect(30, 172, 140, 28, colour.dark),
    repeat(7, (index) => path(`M${30 + index * 20} 172a10 10 0 0 0 20 0z`, index % 2 === 0 ? colour.skin : colour.pad)),
  ].join('')
}
