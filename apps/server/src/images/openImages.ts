import { join } from 'node:path'
import type { PublicClient } from 'viem'
import type { Logger } from 'pino'
import { createDiskCache } from './cache/createDiskCache.ts'
import { createMetadataReader, createOriginalFetcher, type ReadMetadata } from './createMetadataReader.ts'
import { createPictures, type Pictures } from './createPictures.ts'
import type { ImageConfig } from './ImageConfig.ts'
import { createAssetReader } from './net/createAssetReader.ts'
import { createFetchAsset } from './net/fetchAsset.ts'
import { createSvgRasteriser } from './picture/createSvgRasteriser.ts'
import { maxImageBytes } from './picture/imageLimits.ts'
import { renderTile } from './picture/renderTile.ts'
import { sniffImageType } from './picture/sniffImageType.ts'

/** Metadata and pictures, with all that they run on. */
export interface Images {
  readonly metadata: ReadMetadata
  readonly pictures: Pictures
  /** What the pictures kept on disk take. */
  cachedBytes(): Promise<number>
  /** Ends the processes that draw. */
  close(): void
}

export async function openImages(chain: PublicClient, config: ImageConfig, log: Logger): Promise<Images> {
  const readAsset = createAssetReader(createFetchAsset({ trustedOrigins: config.trustedOrigins }), config)
  const metadata = createMetadataReader(chain, readAsset)
  const rasteriser = createSvgRasteriser()
  const disk = await createDiskCache(join(config.cacheFolder, 'pictures'), config.cacheMaxBytes)
  const pictures = createPictures({
    fetchOriginal: createOriginalFetcher(metadata, readAsset, maxImageBytes),
    async render(original, size) {
      const isDrawing = sniffImageType(original) === 'image/svg+xml'
      return renderTile(isDrawing ? await rasteriser.rasterise(original, size) : original, size)
    },
    disk,
    log,
  })
  return { metadata, pictures, cachedBytes: disk.settled, close: () => rasteriser.close() }
}
