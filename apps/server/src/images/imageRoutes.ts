import { join } from 'node:path'
import { type Address, type Collection, findCollection, type Nft, nftKey } from '@parley/domain'
import { addressSchema, imageSizes, imageUrl, uint256Schema } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import { z } from 'zod'
import type { ImageConfig } from '../config/serverConfig.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import { lackOfPicture, toHttpError } from './PictureError.ts'
import { createDiskCache, createQuarantine } from './cache/diskCache.ts'
import { openSharedOriginals } from './cache/sharedOriginals.ts'
import {
  createMetadataReader,
  createOriginalFetcher,
  type Metadata,
  type ReadMetadata,
} from './createMetadataReader.ts'
import { createPictures, type PictureParts, type Pictures, type PictureSize } from './createPictures.ts'
import { maxImageBytes } from './imageLimits.ts'
import { createAssetReader } from './net/createAssetReader.ts'
import { createFetchAsset } from './net/fetchAsset.ts'
import { createPictureWorkers, type PictureWorkers, type WorkerOptions } from './workers/pictureWorkers.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'

const params = z.object({ contract: addressSchema, tokenId: uint256Schema })
const query = z.object({
  /** Makes an address that a browser has not cached; means nothing here. */
  ts: z.string().max(64).optional(),
  retry: z.literal('1').optional(),
  size: z.enum(imageSizes).default('256'),
})

/** A day in browsers; then they ask whether theirs is still the one. */
const cacheControl = 'public, max-age=86400, stale-while-revalidate=604800'

/** Untrusted content gets no script, no outside references and no origin. */
const pictureHeaders = {
  'cache-control': cacheControl,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** An original has up to 20 MB, and only a press on an NFT's large picture opens one. */
const originalBytes = { capacity: 100 * 1024 ** 2, perSecond: 1024 ** 2 }

/** `GET /api/nft/{contract}/{tokenId}/image`: an NFT's picture, as a tile or as it is. 204 where its own data has none. */
export function serveImages(app: FastifyInstance, collections: readonly Collection[], pictures: Pictures): void {
  const budgets = new TokenBuckets(originalBytes)
  app.get('/api/nft/:contract/:tokenId/image', async (request, reply) => {
    const { retry, size } = parse(query, request.query)
    const budget = size === 'original' ? budgets.of(request.network) : null
    // Reserved as the largest there is, so that many at once get no more than one after the other.
    if (budget && !budget.take(maxImageBytes))
      throw new HttpError(429, 'too many originals: ask for a tile', { retryAfterS: 20 })
    let usedBytes = 0
    const { nft } = nftOfRequest(collections, parse(params, request.params))
    try {
      const { type, bytes, etag } = await pictures.get(nft, sizeOf(size), retry === '1')
      // A 304 costs the server the reading as well.
      usedBytes = bytes.length
      reply.headers({ ...pictureHeaders, etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(bytes)
    } catch (error) {
      const lack = lackOfPicture(error)
      if (lack === undefined) throw toHttpError(error)
      return reply.code(204).header('x-no-picture', lack).send()
    } finally {
      budget?.charge(usedBytes - maxImageBytes)
    }
  })
}

function sizeOf(size: (typeof imageSizes)[number]): PictureSize {
  switch (size) {
    case '256':
      return 256
    case '512':
      return 512
    case '1024':
      return 1024
    case 'original':
      return 'original'
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw new HttpError(400, issue?.message ?? 'malformed', field ? { field } : {})
}

const noMetadata: Pick<Metadata, 'name' | 'attributes'> = { name: null, attributes: [] }

/** `GET /api/nft/{contract}/{tokenId}`: what a token's metadata says of it. Its number alone where that can't be read. */
export function nftHandlers(collections: readonly Collection[], readMetadata: ReadMetadata): Pick<Handlers, 'nft'> {
  return {
    async nft({ params }) {
      const { nft, collection } = nftOfRequest(collections, params)
      const metadata = await readMetadata(nft).catch((error: unknown) => {
        // As with its picture: an error would stand in the console of every visitor who sees the token.
        if (lackOfPicture(error) !== undefined) return noMetadata
        throw toHttpError(error)
      })
      const body = {
        success: true as const,
        contract: nft.contract,
        tokenId: String(nft.tokenId),
        name: metadata.name || `${collection.name} #${nft.tokenId}`,
        collectionName: collection.name,
        image: imageUrl(nft, '1024'),
        attributes: [...metadata.attributes],
        ...(metadata === noMetadata && { metadata: 'unread' as const }),
      }
      return { status: 200, body }
    },
  }
}

/** The NFT that a path names, if its collection is one of the registry (decision A5). @throws {HttpError} 404 */
function nftOfRequest(
  collections: readonly Collection[],
  { contract, tokenId }: { contract: Address; tokenId: string },
): { nft: Nft; collection: Collection } {
  const collection = findCollection(collections, contract)
  if (!collection) throw new HttpError(404, 'not a collection that is served here', { field: 'contract' })
  return { nft: { contract: collection.address, tokenId: BigInt(tokenId) }, collection }
}

/** Metadata and pictures, with all that they run on. */
export interface Images {
  readonly metadata: ReadMetadata
  readonly pictures: Pictures
  readonly drawCard: PictureWorkers['card']
  /** What the pictures kept on disk take. */
  cachedBytes(): Promise<number>
  /** Whether originals are fetched once for all servers; null where no server shares any. */
  areShared(): boolean | null
  /** Ends the workers. */
  close(): void
}

type ImagesOptions = Omit<WorkerOptions, 'log'> &
  Pick<PictureParts, 'failed'> & {
    /** Told how many pictures had to go from a store for newer ones. */
    readonly evicted?: (store: 'disk' | 'redis', count: number) => void
    /** Told where each original came from: its collection's host or a gateway, or Redis. */
    readonly original?: (from: 'host' | 'redis') => void
  }

export async function openImages(
  chain: PublicClient,
  config: ImageConfig,
  log: Logger,
  { failed, evicted = () => undefined, original = () => undefined, ...options }: ImagesOptions = {},
): Promise<Images> {
  const readAsset = createAssetReader(createFetchAsset({ trustedOrigins: config.trustedOrigins }), config)
  const metadata = createMetadataReader(chain, readAsset)
  const workers = createPictureWorkers({ workers: config.workers, ...options, log })
  const disk = await createDiskCache(join(config.cacheFolder, 'pictures'), config.cacheMaxBytes, () =>
    evicted('disk', 1),
  )
  const shared =
    config.shared === null
      ? null
      : await openSharedOriginals({
          ...config.shared,
          log,
          evicted: (count) => evicted('redis', count),
          taken: () => original('redis'),
        })
  const fetchOriginal = createOriginalFetcher(metadata, readAsset, maxImageBytes)
  const fetchHere = async (nft: Nft): Promise<Uint8Array> => {
    const bytes = await fetchOriginal(nft)
    original('host')
    return bytes
  }
  const pictures = createPictures({
    fetchOriginal: shared ? (nft) => shared.fetch(nftKey(nft), () => fetchHere(nft)) : fetchHere,
    workers,
    quarantine: createQuarantine(disk),
    disk,
    log,
    ...(failed ? { failed } : {}),
  })
  return {
    metadata,
    pictures,
    drawCard: (card, tiles) => workers.card(card, tiles),
    cachedBytes: disk.settled,
    areShared: () => shared && shared.isUp(),
    close() {
      shared?.close()
      workers.close()
    },
  }
}
