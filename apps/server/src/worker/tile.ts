import sharp, { type Sharp } from 'sharp'
import type { TileJob } from '../images/workers/pictureJob.ts'
import { maxPixels, smallTileBytes } from '../images/picture/imageLimits.ts'
import { allowOnly } from './loaders.ts'
import { openDrawing } from './drawing.ts'

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
