import { gzipSync } from 'node:zlib'
import type { Random } from '../../art/random.ts'
import type { Dish } from '../kitchen.ts'
import { samples } from '../pictureSamples.ts'
import { strangerSource } from '../network.ts'
import { askPicture } from './askPicture.ts'
import { bytesOf, whole, type Attack, type Surface } from './surface.ts'

/** Pictures: broken, huge, lying about what they are, never ending, and drawings that are programs. */
export const pictures: Surface = {
  name: 'pictures',
  plan(dice) {
    const { what, dish } = dice.pick([broken, broken, bomb, drawing, drawing, drawing, transfer])(dice)
    return served(dice, what, dish)
  },
}

interface Served {
  readonly what: string
  readonly dish: Dish
}

/** Serves a picture as that of a token, and asks for it. */
function served(dice: Random, what: string, dish: Dish): Attack {
  const sizes = ['256', '512', '1024', 'original'].filter(() => dice.chance(0.3))
  return {
    what: `a picture: ${what}`,
    async run(scene) {
      const token = await scene.token()
      const path = `/picture/${token}`
      scene.arena.kitchen.serve(path, dish)
      scene.arena.kitchen.serve(`/meta/${token}`, {
        body: () => JSON.stringify({ name: what, image: scene.arena.kitchenOrigin.url + path }),
      })
      const source = strangerSource(scene.crowd.door, dice)
      for (const size of sizes.length > 0 ? sizes : ['256']) askPicture(scene, source, { token, size })
    },
  }
}

const lyingTypes = [
  'image/png',
  'text/html',
  'image/svg+xml',
  'application/octet-stream',
  'image/avif',
  'nonsense',
] as const

function broken(dice: Random): Served {
  const kind = dice.pick(['png', 'jpeg', 'webp', 'gif', 'avif'])
  const way = dice.pick(['bits', 'cut', 'grown', 'swapped'])
  const at = dice()
  const count = whole(dice, 1, 40)
  const noise = bytesOf(dice, count)
  const body = (): Buffer => {
    const bytes = Buffer.from(samples()[kind])
    const start = Math.floor(at * bytes.length)
    if (way === 'cut') return bytes.subarray(0, start)
    if (way === 'grown') return Buffer.concat([bytes.subarray(0, start), noise, bytes.subarray(start)])
    if (way === 'swapped')
      return Buffer.concat([bytes.subarray(0, 12), bytes.subarray(start), bytes.subarray(12, start)])
    // The first bytes stay, or it would be no picture at all.
    for (const [index, byte] of noise.entries()) bytes[12 + ((start + index * 97) % (bytes.length - 12))] = byte
    return bytes
  }
  return { what: `${kind} with its ${way} changed`, dish: { headers: { 'content-type': dice.pick(lyingTypes) }, body } }
}

function bomb(dice: Random): Served {
  const kind = dice.pick(['pngPixels', 'gifFrames', 'gifPixels', 'gzip', 'large', 'webpPixels'])
  return {
    what: `a ${kind} bomb`,
    dish: {
      headers: kind === 'gzip' ? { 'content-encoding': 'gzip' } : {},
      body: () => (kind === 'gzip' ? gzipBomb() : samples()[kind]),
    },
  }
}

let packed: Buffer | undefined
function gzipBomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(200_000_000))
  return packed
}

/** Beginnings of the other formats, and where each has them: a drawing may carry one in a comment before it. */
const magics = [
  { at: 0, text: '\u0089PNG\r\n\u001a\n' },
  { at: 0, text: 'GIF89a' },
  { at: 0, text: '\ufeff' },
  { at: 8, text: 'WEBP' },
  { at: 4, text: 'ftypavif' },
  { at: 4, text: 'ftypavis' },
  { at: 4, text: 'ftypheic' },
] as const

/** `<!--`, padded so that the magic bytes are where the format has them. */
function disguise({ at, text }: (typeof magics)[number]): string {
  return at === 0 ? text : `<!--${'x'.repeat(at - 4)}${text}-->`
}

const harmless = ['honest', 'entities', 'huge', 'outside', 'script', 'masks', 'nested'] as const
/** Work without end, where fan and depth are large. */
const endless = ['copies', 'copies', 'filters', 'patterns'] as const

function drawing(dice: Random): Served {
  const isEndless = dice.chance(0.25)
  const [fan, depth] = isEndless ? [10, 9] : [whole(dice, 2, 12), whole(dice, 2, 4)]
  const name = dice.pick(isEndless ? endless : [...harmless, ...endless])
  const magic = dice.pick(magics)
  const isDisguised = dice.chance(0.6)
  const body = (): Buffer => {
    const svg = drawings[name](fan, depth)
    return isDisguised ? Buffer.concat([Buffer.from(disguise(magic), 'latin1'), Buffer.from(svg)]) : Buffer.from(svg)
  }
  return {
    what: `a drawing of ${name} ${fan}^${depth}${isDisguised ? ` behind ${JSON.stringify(disguise(magic))}` : ''}`,
    dish: { headers: { 'content-type': dice.pick(['image/svg+xml', 'image/png', 'text/html']) }, body },
  }
}

const open =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1000 1000" width="1000" height="1000">'
const levels = (depth: number, one: (level: number) => string): string =>
  Array.from({ length: depth }, (_, at) => one(at)).join('')

/** What a drawing can keep a renderer busy with, growing with `fan` and `depth`. */
const drawings = {
  honest: () => `${open}<rect width="1000" height="1000" fill="#0a0"/></svg>`,
  copies: (fan, depth) =>
    `${open}<defs><g id="g0"><rect width="1" height="1"/></g>${levels(depth, (at) => `<g id="g${at + 1}">${`<use xlink:href="#g${at}"/>`.repeat(fan)}</g>`)}</defs><use xlink:href="#g${depth}"/></svg>`,
  filters: (fan, depth) =>
    `${open}<filter id="f" x="0" y="0" width="1" height="1">${`<feTurbulence baseFrequency="0.9" numOctaves="${fan * 20}"/><feGaussianBlur stdDeviation="300"/><feMorphology operator="dilate" radius="200"/>`.repeat(fan * depth)}</filter><rect width="1000" height="1000" filter="url(#f)"/></svg>`,
  patterns: (fan, depth) =>
    `${open}<defs><pattern id="p0" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>${levels(depth, (at) => `<pattern id="p${at + 1}" width="${fan}" height="${fan}" patternUnits="userSpaceOnUse"><rect width="1000" height="1000" fill="url(#p${at})"/></pattern>`)}</defs><rect width="1000" height="1000" fill="url(#p${depth})"/></svg>`,
  masks: (fan, depth) =>
    `${open}<mask id="m"><rect width="1000" height="1000" fill="#fff"/></mask>${'<g mask="url(#m)" opacity="0.9">'.repeat(fan * depth)}<rect width="9" height="9"/>${'</g>'.repeat(fan * depth)}</svg>`,
  nested: (fan, depth) => `${open}${'<g><svg>'.repeat(fan * depth * 40)}${'</svg></g>'.repeat(fan * depth * 40)}</svg>`,
  entities: (fan, depth) =>
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">${levels(depth, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(fan)}">`)}]>${open}<text>&a${depth};</text></svg>`,
  huge: (fan, depth) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${10 ** Math.min(depth, 7)}" height="${fan * 10_000}"><rect width="100%" height="100%"/></svg>`,
  outside: () =>
    `${open}<style>@import url("http://127.0.0.1/s.css");</style><image href="http://127.0.0.1/i.png" width="5" height="5"/><image href="file:///etc/passwd" width="5" height="5"/><use xlink:href="file:///etc/passwd#x"/></svg>`,
  script: () =>
    `${open}<script>while(true);</script><foreignObject><iframe src="javascript:1"/></foreignObject><rect width="9" height="9"/></svg>`,
} as const satisfies Readonly<Record<string, (fan: number, depth: number) => string>>

/** Right bytes in a wrong way. */
function transfer(dice: Random): Served {
  const manner = dice.pick(['drip', 'endless', 'hang', 'mute', 'cut'])
  const headers = dice.pick([
    {},
    { 'content-length': '999999999999' },
    { 'content-encoding': 'br' },
    { 'content-encoding': 'gzip, gzip, gzip' },
    { 'transfer-encoding': 'chunked' },
  ])
  return {
    what: `one that comes as ${manner} with ${JSON.stringify(headers)}`,
    dish: { manner, headers, body: () => samples().png },
  }
}
