import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Noise and shapes like a photograph's, at any size. */
export async function photo(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png',
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#c33"/><circle cx="50%" cy="50%" r="40%" fill="#fc6"/></svg>`
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer()
}

/** A PNG of a few bytes that claims to be 30,000 pixels wide and high. */
export function pngBomb(side = 30_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A GIF that repeats its first frame. */
export function gifOfFrames(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x40\x00\x40\x00\x80\x00\x00\xff\x00\x00\x00\x00\xff', 'latin1')
  const frame = Buffer.from(
    '2c000000004000400000 02 15 8c8fa9cbed0fa39cb4da8bb3debcfb0f86e24896e600 00'.replaceAll(' ', ''),
    'hex',
  )
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

export const svgs = {
  plain: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#0a0"/></svg>',
  sized:
    '<?xml version="1.0"?><!-- art --><svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"><rect width="100%" height="100%"/></svg>',
  script:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>while(true);</script><rect width="10" height="10"/></svg>',
  entities: `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</text></svg>`,
  huge: '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="100%" height="100%"/></svg>',
  /** Copies of copies: a billion rectangles. */
  slow: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
    { length: 9 },
    (_, level) => `<g id="g${level + 1}">${`<use xlink:href="#g${level}"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use xlink:href="#g9"/></svg>`,
  filter: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="4000" height="4000"><filter id="f" x="0" y="0" width="1" height="1">${'<feTurbulence baseFrequency="0.9" numOctaves="255"/><feGaussianBlur stdDeviation="300"/><feMorphology operator="dilate" radius="200"/>'.repeat(300)}</filter><rect width="1000" height="1000" filter="url(#f)"/></svg>`,
  /** Keeps 20,000 surfaces in memory, since each filter result has a name: 5 GB at 256 pixels. */
  memory: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"><filter id="f" x="0" y="0" width="1" height="1">${Array.from(
    { length: 20_000 },
    (_, result) => `<feFlood result="r${result}"/>`,
  ).join('')}</filter><rect width="1000" height="1000" filter="url(#f)"/></svg>`,
  outside: (url: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"><style>@import url("${url}/s.css"); rect { fill: url("${url}/f.svg#x") }</style><image href="${url}/i.png" width="5" height="5"/><image xlink:href="${url}/j.png" width="5" height="5"/><use xlink:href="${url}/k.svg#x"/><image href="file:///etc/passwd" width="5" height="5"/><rect width="10" height="10"/></svg>`,
}
