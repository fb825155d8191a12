import { join } from 'node:path'
import type { PublicClient } from 'viem'
import type { Logger } from 'pino'
import { createDiskCache } from './cache/createDiskCache.ts'
import { createQuarantine } from './cache/quarantine.ts'
import { createMetadataReader, createOriginalFetcher, type ReadMetadata } from './createMetadataReader.ts'
import { createPictures, type Pictures } from './createPictures.ts'
import type { ImageConfig } from '../config/serverConfig.ts'
import { createAssetReader } from './net/createAssetReader.ts'
import { createFetchAsset } from './net/fetchAsset.ts'
import { maxImageBytes } from './imageLimits.ts'
import { createPictureWorkers, type PictureWorkers, type WorkerOptions } from './workers/pictureWorkers.ts'

/** Metadata and pictures, with all that they run on. */
export interface Images {
  readonly metadata: ReadMetadata
  readonly pictures: Pictures
  readonly drawCard: PictureWorkers['card']
  /** What the pictures kept on disk take. */
  cachedBytes(): Promise<number>
  /** Ends the workers. */
  close(): void
}

export async function openImages(
  chain: PublicClient,
  config: ImageConfig,
  log: Logger,
  options: Omit<WorkerOptions, 'log'> = {},
): Promise<Images> {
  const readAsset = createAssetReader(createFetchAsset({ trustedOrigins: config.trustedOrigins }), config)
  const metadata = createMetadataReader(chain, readAsset)
  const workers = createPictureWorkers({ workers: config.workers, ...options, log })
  const disk = await createDiskCache(join(config.cacheFolder, 'pictures'), config.cacheMaxBytes)
  const pictures = createPictures({
    fetchOriginal: createOriginalFetcher(metadata, readAsset, maxImageBytes),
    workers,
    quarantine: createQuarantine(disk),
    disk,
    log,
  })
  return {
    metadata,
    pictures,
    drawCard: (card, tiles) => workers.card(card, tiles),
    cachedBytes: disk.settled,
    close: () => workers.close(),
  }
}
