import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, group, rect, repeat, round, stroke, path } from './shapes.ts'

const palettes = [
  { sky: '#E9E2D2', sun: '#D9623B', stones: ['#4A4E4D', '#8C8F86', '#C7B79A', '#2F3A3A', '#A67F61'] },
  { sky: '#B9CBC9', sun: '#F3EBD8', stones: ['#27343A', '#5C6F73', '#E7C9A2', '#93A7A3', '#3E4D52'] },
  { sky: '#E8C7B0', sun: '#8B2F2A', stones: ['#5B3A34', '#B87E63', '#F1E2CF', '#3C2724', '#96604D'] },
  { sky: '#20303A', sun: '#F0C873', stones: ['#DDD3BE', '#8FA3A0', '#54646B', '#121C22', '#B98D67'] },
] as const

function outline(cx: number, y: number, width: number, height: number): string {
  const at = (dx: number, dy: number): string => `${round(cx + dx * width)} ${round(y + dy * height)}`
  return `M${at(-0.5, -0.45)}C${at(-0.5, -1.05)} ${at(-0.2, -1)} ${at(0, -1)}S${at(0.5, -0.95)} ${at(0.5, -0.42)}S${at(0.25, 0.03)} ${at(0, 0.03)}S${at(-0.5, 0)} ${at(-0.5, -0.45)}z`
}

/** Stones piled before the sun, never falling. */
export const steady: Artist = (tokenId) => {
  const next = random(tokenId * 4243 + 5)
  const colour = next.pick(palettes)
  let top = 176
  const pile = repeat(4 + Math.floor(next() * 3), (index) => {
    const width = (118 - index * 19) * next.between(0.9, 1.1)
    const height = (30 - index * 2.4) * next.between(0.85, 1.2)
    const cx = next.between(93, 107)
    const fill = colour.stones[(index + (tokenId % 3)) % 5] ?? colour.stones[0]
    const gleam = stroke(
      `M${round(cx - width * 0.36)} ${round(top - height * 0.66)}q${round(width * 0.3)} ${round(-height * 0.26)} ${round(width * 0.62)} ${round(-height * 0.08)}`,
      '#fff',
      2.5,
      {
        'stroke-opacity': '.35',
      },
    )
    const turn = `rotate(${round(next.between(-4, 4))} ${round(cx)} ${round(top - height / 2)})`
    const stone = group({ transform: turn }, path(outline(cx, top, width, height), fill), gleam)
    top -= height - 0.5
    return stone
  })
  return [
    ground(colour.sky),
    circle(next.between(80, 120), next.between(74, 92), next.between(50, 66), colour.sun),
    rect(0, 176, 200, 24, colour.stones[3]),
    pile,
  ].join('')
}
