import { type ReactNode, useMemo } from 'react'
import './Avatar.css'

const palettes = [
  ['#E6B04A', '#23483F'],
  ['#D9623B', '#F6E7D0'],
  ['#2C5F86', '#F0D9A8'],
  ['#7A2E3A', '#EFC7B0'],
  ['#3F5D3A', '#E9D9A6'],
  ['#4A3B6B', '#E8C9A0'],
] as const

const turns = [
  (x: number, y: number) => `M${x} ${y}h20a20 20 0 0 1-20 20z`,
  (x: number, y: number) => `M${x + 20} ${y}v20a20 20 0 0 1-20-20z`,
  (x: number, y: number) => `M${x} ${y + 20}v-20a20 20 0 0 1 20 20z`,
  (x: number, y: number) => `M${x + 20} ${y + 20}h-20a20 20 0 0 1 20-20z`,
] as const

/** An identicon of four quarter circles derived from `seed`. Decoration beside a name. */
export function Avatar({ seed, sizePx = 28 }: { seed: string; sizePx?: number }): ReactNode {
  const figure = useMemo(() => draw(seed), [seed])
  return (
    <svg className="avatar" viewBox="0 0 40 40" width={sizePx} height={sizePx} aria-hidden="true">
      <rect width="40" height="40" fill={figure.ground} />
      <path d={figure.path} fill={figure.shape} />
    </svg>
  )
}

function draw(seed: string): { ground: string; shape: string; path: string } {
  const random = randomFrom(seed.toLowerCase())
  const [ground, shape] = palettes[Math.floor(random() * palettes.length)] ?? palettes[0]
  const path = [0, 20]
    .flatMap((y) => [0, 20].map((x) => (turns[Math.floor(random() * turns.length)] ?? turns[0])(x, y)))
    .join('')
  return { ground, shape, path }
}

/** Seeded pseudo-random numbers in [0, 1): mulberry32 over an FNV-1a hash. Not for secrets. */
export function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
