import sharp, { type Sharp } from 'sharp'
import { PictureError } from '../PictureError.ts'
import { maxPixels, renderTimeoutS, smallTileBytes } from './imageLimits.ts'

export type TileSize = 256 | 512 | 1024

// Only what a collection's picture can be; no loader for documents, camera files or anything that reads further files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
// Every picture is another one: a cache of operations would only hold memory.
sharp.cache(false)

const quality = 75
/** For a small tile that came out heavy, one after the other. */
const coarser = [60, 45]
const effort = 3

/** Scales a picture to fit a square of `size` pixels and writes it as WebP, the first frame where there are several. @throws {PictureError} */
export async function renderTile(bytes: Uint8Array, size: TileSize): Promise<Uint8Array> {
  try {
    const written = await tile(bytes, size).webp({ quality, effort }).toBuffer()
    return size > 256 || written.length <= smallTileBytes ? written : await coarserTile(bytes, size)
  } catch (error) {
    const tooManyPixels = error instanceof Error && /pixel limit|too large/i.test(error.message)
    throw new PictureError(
      tooManyPixels ? 'tooLarge' : 'notRendered',
      error instanceof Error ? error.message.slice(0, 200) : '',
    )
  }
}

/** Scaled once more, then written coarser until it is light enough. Few pictures come to this. */
async function coarserTile(bytes: Uint8Array, size: TileSize): Promise<Uint8Array> {
  const { data, info } = await tile(bytes, size).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  let written: Uint8Array = Buffer.alloc(0)
  for (const each of coarser) {
    written = await sharp(data, { raw }).webp({ quality: each, effort }).timeout({ seconds: renderTimeoutS }).toBuffer()
    if (written.length <= smallTileBytes) break
  }
  return written
}

function tile(bytes: Uint8Array, size: TileSize): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })
    .rotate()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: renderTimeoutS })
}
