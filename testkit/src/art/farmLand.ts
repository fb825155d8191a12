import type { Artist } from './Artist.ts'
import { random, type Random } from './random.ts'
import { circle, ground, group, rect, repeat, round, stroke } from './shapes.ts'

const palettes = [
  { crops: ['#8FA65A', '#C9B458', '#5E7F4B', '#E0CB86', '#A9743E'], path: '#DAD9A8' },
  { crops: ['#C96F3B', '#E4B363', '#8A9A5B', '#F0DDA8', '#7A4E2D'], path: '#B9C58C' },
  { crops: ['#5B8C7B', '#A7BF8A', '#DCCB8B', '#3F6656', '#C58B4A'], path: '#EBE3BC' },
  { crops: ['#7C5A86', '#B98DB0', '#DCC5C9', '#6E8F5E', '#C7B26B'], path: '#EFE6DA' },
] as const

type Crops = readonly [string, ...string[]]
interface Plot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Splits a plot across its longer side, recursively. */
function parcels(next: Random, plot: Plot, cutsLeft: number): Plot[] {
  const { x, y, width, height } = plot
  if (cutsLeft === 0 || Math.max(width, height) <= 46 || next.chance(0.06)) return [plot]
  const share = next.between(0.32, 0.68)
  const [first, second] =
    width > height
      ? [
          { ...plot, width: width * share },
          { ...plot, x: x + width * share, width: width * (1 - share) },
        ]
      : [
          { ...plot, height: height * share },
          { ...plot, y: y + height * share, height: height * (1 - share) },
        ]
  return [...parcels(next, first, cutsLeft - 1), ...parcels(next, second, cutsLeft - 1)]
}

function furrows({ x, y, width, height }: Plot, upright: boolean): string {
  const count = Math.floor(((upright ? width : height) - 13) / 7)
  if (count <= 0) return ''
  const line = (index: number): string =>
    upright
      ? `M${round(x + 8 + index * 7)} ${round(y + 7)}V${round(y + height - 7)}`
      : `M${round(x + 7)} ${round(y + 8 + index * 7)}H${round(x + width - 7)}`
  return stroke(repeat(count, line), '#1E2A14', 2, { 'stroke-opacity': '.26' })
}

function orchard({ x, y, width, height }: Plot): string {
  const columns = Math.max(0, Math.floor((width - 16) / 12))
  const rows = Math.max(0, Math.floor((height - 16) / 12))
  return repeat(columns * rows, (index) =>
    circle(x + 10 + (index % columns) * 12, y + 10 + Math.floor(index / columns) * 12, 3.4, '#23402B', {
      opacity: '.55',
    }),
  )
}

function field(next: Random, plot: Plot, crops: Crops): string {
  const soil = rect(plot.x + 2.2, plot.y + 2.2, plot.width - 4.4, plot.height - 4.4, next.pick(crops), { rx: 3 })
  const growth = next()
  if (growth < 0.76) return soil + furrows(plot, growth < 0.42)
  return growth < 0.9 ? soil + orchard(plot) : soil
}

/** Fields from the air, a river, a red roof. */
export const farmLand: Artist = (tokenId) => {
  const next = random(tokenId * 2657 + 23)
  const colour = next.pick(palettes)
  const fields = parcels(next, { x: -50, y: -50, width: 300, height: 300 }, 5).map((plot) =>
    field(next, plot, colour.crops),
  )
  const source = next.between(20, 140)
  const mouth = next.between(30, 170)
  const river = `M${round(source)} -10C${round(source + 40)} 60 ${round(mouth - 70)} 110 ${round(mouth)} 210`
  const [x, y] = [next.between(40, 140), next.between(50, 140)]
  return [
    ground(colour.path),
    group({ transform: `rotate(${round(next.between(-24, 24))} 100 100)` }, ...fields),
    stroke(river, '#F3EBD2', 15) + stroke(river, '#4E93A8', 10),
    group(
      { transform: `rotate(${round(next.between(-20, 20))} ${round(x)} ${round(y)})` },
      rect(x + 3, y + 4, 30, 22, '#000', { opacity: '.25' }),
      rect(x, y, 30, 11, '#B5382A'),
      rect(x, y + 11, 30, 11, '#8E2A20'),
    ),
  ].join('')
}
