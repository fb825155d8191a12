import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { ground, repeat, stroke, through } from './shapes.ts'

const palettes = [
  { ground: '#1B1210', inks: ['#F25C2E', '#F7B32B', '#F3E9D2', '#B3202A'] },
  { ground: '#F5E6CF', inks: ['#C8321F', '#2A6F73', '#E9A23B', '#20262B'] },
  { ground: '#0F2A2E', inks: ['#F4A259', '#5EB1A5', '#F4E9CD', '#BC4B51'] },
  { ground: '#3A1A3E', inks: ['#F78DA7', '#F7C331', '#FCE9E0', '#7C4DA0'] },
] as const

/** Currents: strokes that all follow one restless field. */
export const nochillio: Artist = (tokenId) => {
  const next = random(tokenId * 15485863 + 53)
  const colour = next.pick(palettes)
  const drift = next() * 6
  const grain = next.between(0.012, 0.022)
  const strokes = repeat(64, () => {
    let [x, y] = [next.between(-10, 210), next.between(-10, 210)]
    const points = Array.from({ length: 16 }, (): readonly [number, number] => {
      const turn = Math.sin(x * grain + drift) * 1.9 + Math.cos(y * grain * 1.3 - drift) * 1.9
      x += Math.cos(turn) * 6
      y += Math.sin(turn) * 6
      return [x, y]
    })
    return stroke(through(points), next.pick(colour.inks), next.between(2, 9), { 'stroke-linejoin': 'round' })
  })
  return ground(colour.ground) + strokes
}
