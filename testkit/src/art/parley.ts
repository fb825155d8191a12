import { encodeAbiParameters, keccak256 } from 'viem'
import type { Artist } from './Artist.ts'
import { ground, path, repeat } from './shapes.ts'

const palettes: readonly (readonly [string, string, string, string])[] = [
  ['#F4EBDD', '#1B3CB8', '#D9623B', '#E6B04A'],
  ['#23483F', '#E6B04A', '#F6E7D0', '#C4452D'],
  ['#F0D9A8', '#2C5F86', '#7A2E3A', '#1F2A33'],
  ['#2B2A33', '#E7B7A3', '#8FC1B5', '#EFB63B'],
  ['#D7DCC0', '#2F5E57', '#E4572E', '#FFFDF7'],
  ['#7A2E3A', '#EFC7B0', '#F2B632', '#2A6F73'],
]

/** Quilts of quarter circles: a second implementation of DemoDrawnCollection.sol's drawing. */
export const parley: Artist = (tokenId) => {
  const seed = BigInt(keccak256(encodeAbiParameters([{ type: 'uint256' }], [BigInt(tokenId)])))
  const palette = palettes[Number((seed >> 216n) % 6n)] ?? palettes[0]
  if (!palette) return ''
  const tile = (index: number): string => {
    const draw = Number((seed >> BigInt(index * 4)) & 15n)
    const place = `translate(${(index % 4) * 50} ${Math.floor(index / 4) * 50}) rotate(${(draw % 4) * 90} 25 25)`
    return path('M0 0h50a50 50 0 0 1-50 50z', palette[1 + ((draw >> 2) % 3)] ?? palette[1], { transform: place })
  }
  return ground(palette[0]) + repeat(16, tile)
}
