import sharp, { type Sharp } from 'sharp'
import { type ImageType, maxPixels, maxSvgBytes, smallTileBytes } from '../images/imageLimits.ts'
import type { TileJob } from '../images/workers/pictureJob.ts'

type TileOrder = Omit<TileJob, 'kind'>

const quality = 75
/** For a small tile that came out heavy, one after the other. */
const coarser = [60, 45]
const effort = 3

/** Scales a picture to fit a square of `size` pixels, as WebP. Animations give their first frame. */
export async function tile(order: TileOrder): Promise<Uint8Array> {
  allowOnly(order.type)
  const written = await (await scaled(order)).webp({ quality, effort }).toBuffer()
  return order.size > 256 || written.length <= smallTileBytes ? written : await coarserTile(order)
}

/** Scaled once more, then written coarser until it is light enough. Few pictures come to this. */
async function coarserTile(order: TileOrder): Promise<Uint8Array> {
  const { data, info } = await (await scaled(order)).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  let written: Uint8Array = Buffer.alloc(0)
  for (const each of coarser) {
    written = await sharp(data, { raw }).webp({ quality: each, effort }).toBuffer()
    if (written.length <= smallTileBytes) break
  }
  return written
}

async function scaled({ type, bytes, size }: TileOrder): Promise<Sharp> {
  const inside = { width: size, height: size, fit: 'inside' } as const
  if (type === 'image/svg+xml') return (await openDrawing(bytes, size)).resize(inside)
  return sharp(bytes, { limitInputPixels: maxPixels[type], failOn: 'error', sequentialRead: true, pages: 1 })
    .rotate()
    .resize({ ...inside, withoutEnlargement: true })
}

const limitInputPixels = maxPixels['image/svg+xml']

/** An SVG at a density that makes its longer side `size`: a small one is drawn larger, not scaled up. */
async function openDrawing(bytes: Uint8Array, size: number): Promise<Sharp> {
  const input = Buffer.from(textOf(bytes))
  const { width, height } = await sharp(input, { limitInputPixels }).metadata()
  const largest = Math.max(width, height, 1)
  const density = Math.min(2400, Math.max(1, Math.round((72 * size) / largest)))
  return sharp(input, { density, limitInputPixels })
}

/**
 * The text of an SVG without its declaration. The parser must decode it as we did: in another encoding the same bytes
 * may declare entities.
 */
function textOf(bytes: Uint8Array): string {
  if (bytes.length > maxSvgBytes) throw new Error('the drawing is too large')
  const [declaration = ''] =
    /^(\xef\xbb\xbf)?\s*<\?xml[^>]*\?>/.exec(Buffer.from(bytes).toString('latin1', 0, 1_024)) ?? []
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration) ?? []
  // Throws for an encoding that browsers do not know.
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
  // Entities can multiply without bound, and honest drawings declare none.
  if (/<!ENTITY/i.test(text)) throw new Error('the drawing declares entities')
  return text
}

/** The one loader of libvips for each type. All others, documents and camera files among them, stay blocked. */
const loaders: Readonly<Record<ImageType, string>> = {
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
  'image/svg+xml': 'VipsForeignLoadSvgBuffer',
}

// Every picture is another one: a cache of operations would only hold memory.
sharp.cache(false)

/** Lets libvips read this type and no other, whatever it takes the bytes for, until the next call. */
export function allowOnly(type: ImageType): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loaders[type]] })
}

/** Ends that. For a build, which draws what its operator trusts. */
export function allowAll(): void {
  sharp.unblock({ operation: ['VipsForeignLoad'] })
}
