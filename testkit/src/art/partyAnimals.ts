import type { Artist } from './Artist.ts'
import { random, type Random } from './random.ts'
import { circle, ellipse, ground, group, mirrored, path, rect, repeat, round, stroke } from './shapes.ts'

const palettes = [
  {
    room: '#FF6B57',
    fur: '#FFE3B8',
    inner: '#F2A65A',
    dark: '#2B1420',
    paper: ['#355CFF', '#FFD23F', '#FFFDF5', '#2E7D4F'],
  },
  {
    room: '#355CFF',
    fur: '#F7F1E4',
    inner: '#F5A3B5',
    dark: '#101433',
    paper: ['#FF6B57', '#FFD23F', '#7CE0C3', '#FFFDF5'],
  },
  {
    room: '#FFC145',
    fur: '#6B4A3A',
    inner: '#D9A07A',
    dark: '#1F120C',
    paper: ['#E5432D', '#1C3F94', '#FFFDF5', '#2F7D5B'],
  },
  {
    room: '#14343B',
    fur: '#F08A4B',
    inner: '#FFE0C2',
    dark: '#0A1A1E',
    paper: ['#FFD23F', '#F78DA7', '#FFFDF5', '#8FC1B5'],
  },
  {
    room: '#E9B7D4',
    fur: '#9AA3B5',
    inner: '#F7E4E0',
    dark: '#23202E',
    paper: ['#5B3FA0', '#E5432D', '#FFD23F', '#FFFDF5'],
  },
] as const

type Palette = (typeof palettes)[number]

function ears(next: Random, colour: Palette): string {
  const cat = path('M38 96L34 44 82 66z', colour.fur) + path('M46 80L44 58 66 68z', colour.inner)
  const bear = circle(54, 68, 20, colour.fur) + circle(54, 68, 10, colour.inner)
  const rabbit =
    ellipse(66, 40, 14, 40, colour.fur, { transform: 'rotate(-10 66 40)' }) +
    ellipse(66, 42, 6, 28, colour.inner, { transform: 'rotate(-10 66 42)' })
  const dog = path('M44 70c-22 2-30 34-20 66 16-4 30-24 34-52z', colour.inner)
  return mirrored(next.pick([cat, bear, rabbit, dog]))
}

function hat(next: Random, colour: Palette): string {
  const [main, trim] = [next.pick(colour.paper), next.pick(colour.paper)]
  const stripes = repeat(3, (index) =>
    stroke(`M${82 + index * 5} ${56 - index * 14}l${36 - index * 10} 0`, trim, 4, { opacity: '.85' }),
  )
  return group(
    { transform: `rotate(${round(next.between(-14, 14))} 100 70)` },
    path('M72 68L100 6l28 62q-28 10-56 0z', main),
    stripes,
    circle(100, 8, 8, trim),
  )
}

function confetti(next: Random, colour: Palette): string {
  return repeat(34, () => {
    const [x, y] = [next() * 200, next() * 200]
    const turn = { transform: `rotate(${round(next() * 180)} ${round(x)} ${round(y)})` }
    return next.chance(0.5)
      ? rect(x, y, 9, 4, next.pick(colour.paper), turn)
      : circle(x, y, next.between(2, 4), next.pick(colour.paper))
  })
}

/** Cats, bears, rabbits and dogs, all invited. */
export const partyAnimals: Artist = (tokenId) => {
  const next = random(tokenId * 3571 + 31)
  const colour = next.pick(palettes)
  const eye = next.chance(0.7)
    ? circle(74, 110, 9, colour.dark) + circle(71, 107, 3, '#fff')
    : stroke('M64 112q10-12 20 0', colour.dark, 5)
  const mouth = next.chance(0.5)
    ? stroke('M100 140v8M84 150q16 14 32 0', colour.dark, 4)
    : path('M82 146h36a18 18 0 0 1-36 0z', colour.dark) + path('M92 158a10 8 0 0 1 16 0q-8 8-16 0z', '#E5432D')
  return [
    ground(colour.room),
    confetti(next, colour),
    ears(next, colour),
    ellipse(100, 122, 64, 58, colour.fur),
    ellipse(100, 146, 32, 24, colour.inner),
    mirrored(eye + circle(58, 134, 9, '#F26B4E', { opacity: '.35' })),
    ellipse(100, 132, 9, 6.5, colour.dark),
    mouth,
    hat(next, colour),
  ].join('')
}
