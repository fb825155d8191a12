import type { Random } from '../art/random.ts'

const dayS = 86_400
const blocksADay = 8

/**
 * Block times over some days up to `endS` (unix seconds), ascending. Random, and at the edges of UTC days and of the
 * 24-hour and seven-day windows ending with `endS`.
 */
export function tradeMoments({ days, endS }: { days: number; endS: number }, random: Random): readonly number[] {
  const startS = endS - days * dayS
  const moments = new Set([endS, ...[1, 7].flatMap((back) => [endS - back * dayS, endS - back * dayS + 1])])
  for (let midnightS = Math.ceil(startS / dayS) * dayS; midnightS < endS; midnightS += dayS)
    for (const beside of [-1, 0, 1]) if (random.chance(0.5)) moments.add(midnightS + beside)
  while (moments.size < days * blocksADay) moments.add(Math.floor(random.between(startS + 1, endS)))
  return [...moments].filter((moment) => moment > startS).toSorted((a, b) => a - b)
}
