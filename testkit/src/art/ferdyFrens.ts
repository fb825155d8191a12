import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, path, rect, repeat, round, stroke } from './shapes.ts'

const palettes = [
  { water: '#F6C9B0', body: '#2F6F73', light: '#F4EFE2', fin: '#E9633B', dark: '#1D3C44' },
  { water: '#BFE0DA', body: '#F08A4B', light: '#FFF3DC', fin: '#2B5F8C', dark: '#23313F' },
  { water: '#F3DD8E', body: '#D8516B', light: '#FFF6E6', fin: '#3B7A57', dark: '#3A1F2B' },
  { water: '#C8D3F0', body: '#3655A5', light: '#FBF7EC', fin: '#F2B33D', dark: '#172448' },
  { water: '#1F3B4D', body: '#F2B8A0', light: '#FFF4E4', fin: '#E2503A', dark: '#141F29' },
] as const

function scales(light: string): string {
  return repeat(36, (index) => {
    const row = Math.floor(index / 6)
    const x = 79 + (index % 6) * 18 + (row % 2) * 9
    return stroke(`M${x} ${58 + row * 18}a9 9 0 0 0 18 0`, light, 2, { opacity: '.55' })
  })
}

/** Friendly fish among bubbles. */
export const ferdyFrens: Artist = (tokenId) => {
  const next = random(tokenId * 331 + 11)
  const colour = next.pick(palettes)
  const clip = `fish${tokenId}`
  const bubbles = repeat(7, () =>
    circle(next.between(0, 200), next.between(0, 200), next.between(3, 11), 'none', {
      stroke: colour.light,
      'stroke-width': 2.5,
    }),
  )
  const belly =
    rect(10, 40, 170, 140, colour.body) +
    scales(colour.light) +
    path('M20 130q60 34 130 10v40H20z', colour.light, { opacity: '.9' })
  return [
    ground(colour.water),
    bubbles,
    path('M146 104c18-26 32-34 46-36-8 22-8 48 0 74-16-2-32-14-46-38z', colour.fin),
    path('M70 56c14-26 42-32 62-26-8 10-12 24-10 38z', colour.fin),
    path('M78 152c10 18 30 26 46 22-6-10-8-22-6-32z', colour.fin),
    `<clipPath id="${clip}"><ellipse cx="92" cy="106" rx="68" ry="54"/></clipPath><g clip-path="url(#${clip})">${belly}</g>`,
    circle(58, 92, 20, colour.light),
    circle(next.between(51, 61), 94, 10, colour.dark),
    circle(51, 90, 3.2, '#fff'),
    stroke(`M30 ${round(next.between(116, 126))}q14 ${next.chance(0.75) ? 10 : -4} 28 2`, colour.dark, 4),
    path('M92 112c14-4 26 2 32 12-12 8-26 6-34-2z', colour.fin),
  ].join('')
}
