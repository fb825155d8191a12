import type { Artist } from './Artist.ts'
import { random, type Random } from './random.ts'
import { circle, ground, path, rect, repeat, round, stroke } from './shapes.ts'

const palettes = [
  { sky: '#F0D9B5', sun: '#E4572E', waves: ['#9BC4C4', '#5C9BA6', '#2F6D82', '#1C4A63', '#112F46'] },
  { sky: '#132238', sun: '#F3E3B3', waves: ['#2E4C6D', '#26405F', '#1D3350', '#152740', '#0D1B2E'] },
  { sky: '#F4B9A0', sun: '#FFF2D8', waves: ['#D98880', '#A85B6A', '#6E3F5C', '#46304F', '#2A2140'] },
  { sky: '#BFD8D2', sun: '#F6C453', waves: ['#8FBFB4', '#5E9F95', '#3A7D78', '#24605F', '#154545'] },
] as const

function swell(next: Random, index: number, colour: string): string {
  const y = 92 + index * 22
  const width = 34 + index * 7
  const crest = 7 + index * 1.6
  const start = -60 - next() * width
  const count = Math.ceil((260 - start) / width)
  const curve = repeat(count, (wave) => {
    const x = start + wave * width
    return `Q${round(x + width * 0.55)} ${round(y - crest * 2)} ${round(x + width * 0.72)} ${round(y - crest * 0.6)}T${round(x + width)} ${y}`
  })
  const foamStart = next.between(-20, 10)
  const foam = repeat(
    Math.ceil(240 / (width * 1.3)),
    (wave) => `M${round(foamStart + wave * width * 1.3)} ${y + 8}q7 -5 14 0`,
  )
  return (
    path(`M-60 210V${y}L${round(start)} ${y}${curve}V210z`, colour) +
    stroke(foam, '#fff', 2, { 'stroke-opacity': '.22' })
  )
}

function boat(next: Random, sail: string): string {
  const x = round(next.between(50, 130))
  const hull = path(`M${x} 108h44l-9 13h-26z`, '#F7EEDC')
  if (next.chance(0.4))
    return hull + path(`M${x + 18} 104v-44q30 14 26 44z`, sail) + stroke(`M${x + 18} 106v-52`, '#2A2018', 2)
  return hull + path(`M${x + 20} 104v-36l22 36z`, '#FBF4E4') + path(`M${x + 17} 104v-28l-14 28z`, sail)
}

/** A boat, a sun or a moon, and five swells. */
export const theSalvors: Artist = (tokenId) => {
  const next = random(tokenId * 911 + 47)
  const colour = next.pick(palettes)
  const sunX = next.between(50, 150)
  const sail = next.pick(['#D8452E', '#2F6D82', '#EFB63B', '#FFF8EA'])
  const vessel = boat(next, sail)
  const sea = colour.waves.map((wave, index) => swell(next, index, wave) + (index === 1 ? vessel : ''))
  const stripes = repeat(3, (index) => rect(sunX - 40 + index * 9, 74 + index * 8, 80 - index * 6, 2.6, colour.sky))
  return [ground(colour.sky), circle(sunX, 66, 34, colour.sun), stripes, ...sea].join('')
}
