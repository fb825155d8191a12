import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, mirrored, path, rect, repeat, stroke } from './shapes.ts'

const palettes = [
  { ground: '#F2B632', coat: '#C8702E', light: '#FFF1D6', dark: '#2A160C', cloth: '#1C3F94' },
  { ground: '#8FC1B5', coat: '#E0A458', light: '#FFF6E4', dark: '#33200F', cloth: '#C4452D' },
  { ground: '#E9DCC6', coat: '#3B3A45', light: '#F6E9D4', dark: '#14131A', cloth: '#D8452E' },
  { ground: '#C4452D', coat: '#F0C27A', light: '#FFF8EA', dark: '#2C130D', cloth: '#23324A' },
  { ground: '#3E5C76', coat: '#E8E2D4', light: '#FFFFFF', dark: '#1A222B', cloth: '#E9A23B' },
] as const

/** Dogs with a strong chin and a good collar, cut from paper. */
export const chadDoge: Artist = (tokenId) => {
  const next = random(tokenId * 8761 + 59)
  const colour = next.pick(palettes)
  const stripes = repeat(9, (index) =>
    rect(index * 24 - 6, 0, 11, 200, '#fff', { opacity: '.13', transform: 'skewX(-18) translate(40 0)' }),
  )
  const shades = path('M44 90h50l-4 20q-20 10-40 0z', colour.dark) + stroke('M52 96l10 8', '#fff', 3, { opacity: '.7' })
  const eyes = next.pick([
    mirrored(shades) + rect(90, 90, 20, 6, colour.dark),
    mirrored(path('M56 100q14-16 30 0q-14 10-30 0z', '#fff') + circle(73, 99, 6.5, colour.dark)),
    mirrored(stroke('M56 98q14 10 28 0', colour.dark, 5)),
  ])
  const collar = next.chance(0.5)
    ? path('M44 172q56 26 112 0v28H44z', colour.cloth) + circle(100, 190, 8, '#F2C230')
    : path('M52 176l48 14 48-14v24H52z', colour.light) + path('M92 186h16l8 14H84z', colour.cloth)
  return [
    ground(colour.ground),
    stripes,
    mirrored(
      path('M42 84L36 26Q64 32 84 58z', colour.coat) +
        path('M48 70L46 42Q60 46 70 58z', colour.dark, { opacity: '.55' }),
    ),
    path('M100 46c40 0 62 22 62 56 0 20-8 34-16 46l-10 34H64l-10-34c-8-12-16-26-16-46 0-34 22-56 62-56z', colour.coat),
    mirrored(path('M100 112c-14-4-34-2-50 8 2 30 18 58 50 62z', colour.light)),
    mirrored(path('M54 84q16-14 32-4l-2 6q-14-6-28 2z', colour.light)),
    eyes,
    path('M84 122q16-9 32 0q-2 14-16 14t-16-14z', colour.dark),
    stroke(next.chance(0.5) ? 'M100 136v8M78 150q22 12 44 0' : 'M100 136v6M80 152q26 2 40-10', colour.dark, 4),
    stroke('M100 166v9', colour.dark, 3, { opacity: '.5' }),
    collar,
  ].join('')
}
