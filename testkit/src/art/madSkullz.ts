import type { Artist } from './Artist.ts'
import { random } from './random.ts'
import { circle, ground, mirrored, path, repeat, round, stroke } from './shapes.ts'

const palettes = [
  { bone: '#FFE14D', glow: '#FF4D3D', night: '#17110F' },
  { bone: '#7DF9C2', glow: '#1D7BFF', night: '#0B1320' },
  { bone: '#FFFFFF', glow: '#C9B8A0', night: '#7A1420' },
  { bone: '#FF9EC4', glow: '#FF5A1F', night: '#1A0F26' },
  { bone: '#D7F75B', glow: '#17A673', night: '#101A12' },
] as const

function rays(count: number): string {
  return repeat(count, (index) => {
    const angle = (index / count) * Math.PI * 2
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    const reach = index % 2 === 0 ? 148 : 124
    return `M${round(100 + 88 * x)} ${round(96 + 88 * y)}L${round(100 + reach * x)} ${round(96 + reach * y)}`
  })
}

/** Skulls that glow, crowned or cracked. */
export const madSkullz: Artist = (tokenId) => {
  const next = random(tokenId * 6151 + 37)
  const colour = next.pick(palettes)
  const bone = `bone${tokenId}`
  const fill = `url(#${bone})`
  const socket = next.pick([
    'M50 90Q68 72 88 88Q92 112 74 116Q50 116 50 90Z',
    'M48 82L90 96Q86 116 70 116Q50 112 48 82Z',
    'M50 98a20 20 0 1 1 40 0a20 20 0 1 1-40 0Z',
  ])
  const crowns = [
    path('M60 44L52 12L76 28L100 6L124 28L148 12L140 44Q100 30 60 44Z', colour.bone, {
      stroke: colour.night,
      'stroke-width': 4,
    }),
    stroke('M116 26L106 48L120 60L110 76', colour.night, 4.4),
    stroke('M70 40L84 54L74 66', colour.night, 4.4) + stroke('M128 34L120 46', colour.night, 4.4),
    path('M100 4c12 12 18 20 14 34h-28c-4-14 2-22 14-34z', colour.glow),
  ] as const
  const head =
    'M100 24C54 24 34 54 34 86C34 110 44 122 60 130L62 146L74 142L74 180Q100 190 126 180L126 142L138 146L140 130C156 122 166 110 166 86C166 54 146 24 100 24Z'
  return [
    `<defs><linearGradient id="${bone}" x1="0" y1="0" x2=".6" y2="1"><stop stop-color="${colour.bone}"/><stop offset="1" stop-color="${colour.glow}"/></linearGradient></defs>`,
    ground(colour.night),
    stroke(rays(next.pick([28, 40, 56])), colour.glow, 2.4, { opacity: '.8' }),
    path(head, fill),
    mirrored(path(socket, colour.night) + circle(72, 98, next.between(3, 6.5), colour.bone)),
    path('M100 112L89 132Q100 126 111 132Z', colour.night),
    stroke('M74 152H126M84 142V180M94 142V184M106 142V184M116 142V180', colour.night, 3.4),
    next.pick(crowns),
  ].join('')
}
