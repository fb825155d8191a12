import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Small pictures of every format, and a few decompression bombs. */
export interface PictureSamples {
  readonly png: Buffer
  readonly jpeg: Buffer
  readonly webp: Buffer
  readonly gif: Buffer
  readonly avif: Buffer
  readonly pngPixels: Buffer
  readonly gifFrames: Buffer
  readonly gifPixels: Buffer
  readonly webpPixels: Buffer
  readonly large: Buffer
}

let made: PictureSamples | undefined

/** @throws if {@link makeSamples} hasn't finished. */
export function samples(): PictureSamples {
  if (!made) throw new Error('the samples are not made yet')
  return made
}

const sidePx = 200

export async function makeSamples(): Promise<void> {
  if (made) return
  const noise = {
    create: {
      width: sidePx,
      height: sidePx,
      channels: 3,
      background: '#468',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  } as const
  const [png, jpeg, webp, gif, avif, webpPixels] = await Promise.all([
    sharp(noise).png().toBuffer(),
    sharp(noise).jpeg().toBuffer(),
    sharp(noise).webp().toBuffer(),
    sharp(noise).gif().toBuffer(),
    sharp(noise).avif({ effort: 0 }).toBuffer(),
    sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#135' } })
      .webp({ effort: 0 })
      .toBuffer(),
  ])
  made = {
    png,
    jpeg,
    webp,
    gif,
    avif,
    webpPixels,
    pngPixels: pngOfSide(30_000),
    gifFrames: gifOf({ sidePx: 64, frames: 20_000 }),
    gifPixels: gifOf({ sidePx: 65_535, frames: 1 }),
    large: Buffer.concat([png, Buffer.alloc(19_000_000)]),
  }
}

/** A PNG whose header declares far more pixels than it has. */
function pngOfSide(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.alloc(1_000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function gifOf({ sidePx, frames }: { readonly sidePx: number; readonly frames: number }): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(sidePx, 0)
  size.writeUInt16LE(sidePx, 2)
  const palette = Buffer.from('800000', 'hex')
  const head = Buffer.concat([Buffer.from('GIF89a'), size, palette, Buffer.from('ff000000ff00', 'hex')])
  const frame = Buffer.concat([
    Buffer.from('2c00000000', 'hex'),
    size,
    Buffer.from('00 02 15 8c8fa9cbed0fa39cb4da8bb3debcfb0f86e24896e600 00'.replaceAll(' ', ''), 'hex'),
  ])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}
