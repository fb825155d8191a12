import sharp from 'sharp'
import type { ImageType } from '../images/sniffImageType.ts'

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
