import { join } from 'node:path'
import { type Address, type Collection, findCollection, type Nft } from '@parley/domain'
import { addressSchema, imageSizes, imageUrl, uint256Schema } from '@parley/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import { z } from 'zod'
import type { ImageConfig } from '../config/serverConfig.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import { lackOfPicture, toHttpError } from './PictureError.ts'
import { createDiskCache, createQuarantine } from './cache/diskCache.ts'
import { createOriginalStore, type StoreFault } from './cache/originalStore.ts'
import { openSharedOriginals } from './cache/sharedOriginals.ts'
import { createImgproxy, type ImgproxyConfig, isProofOf } from './createImgproxy.ts'
import { createMetadataReader, type Metadata, type ReadMetadata } from './createMetadataReader.ts'
import { createOriginalFetcher, type OriginalSource } from './createOriginalFetcher.ts'
import { createPictures, etagOfDigest, type PictureParts, type Pictures, type PictureSize } from './createPictures.ts'
import { maxImageBytes } from './imageLimits.ts'
import { createAssetReader } from './net/createAssetReader.ts'
import { createFetchAsset } from './net/fetchAsset.ts'
import { isLasting, isVersion, pictureVersion, type PictureVersions } from './pictureVersion.ts'
import { createPictureWorkers, type PictureWorkers, type WorkerOptions } from './workers/pictureWorkers.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'

const params = z.object({ contract: addressSchema, tokenId: uint256Schema })
const query = z.object({
  /** Makes an address that a browser has not cached; means nothing here. */
  ts: z.string().max(64).optional(),
  retry: z.literal('1').optional(),
  size: z.enum(imageSizes).default('256'),
  /** The picture's version. A wrong one gets the current picture, which no cache may keep. */
  v: z.string().optional(),
  /** With these imgproxy asks for the original that it has to scale. */
  digest: z.string().max(64).optional(),
  proof: z.string().max(64).optional(),
})

/** A day in browsers; then they ask whether theirs is still the one. */
const aDay = 'public, max-age=86400, stale-while-revalidate=604800'
/** For an address whose picture can never change. */
const forGood = 'public, max-age=31536000, immutable'
/** For a wrong version. Made-up ones would fill a cache, or keep an old picture at a new address. */
const notKept = 'private, no-cache'

/** @param asked the version in the address, which may be made up. */
function cacheControl(asked: string | undefined, version: string): string {
  if (asked === undefined) return aDay
  if (asked !== version) return notKept
  return isLasting(version) ? forGood : aDay
}

/** Untrusted content gets no script, no outside references and no origin. */
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** An original has up to 20 MB, and only a press on an NFT's large picture opens one. */
const originalBytes = { capacity: 100 * 1024 ** 2, perSecond: 1024 ** 2 }

/** `GET /api/nft/{contract}/{tokenId}/image`: an NFT's picture, as a tile or as it is. 204 where its own data has none. */
export function serveImages(
  app: FastifyInstance,
  collections: readonly Collection[],
  pictures: Pictures,
  imgproxy: ImgproxyConfig | null = null,
): void {
  const budgets = new TokenBuckets(originalBytes)
  /** The digest of the original that imgproxy has to scale; undefined for a visitor. */
  const digestForImgproxy = (request: FastifyRequest): string | undefined => {
    const { digest, proof = '' } = query.safeParse(request.query).data ?? {}
    const nft = params.safeParse(request.params).data
    if (imgproxy === null || digest === undefined || nft === undefined) return undefined
    const named = { contract: nft.contract, tokenId: BigInt(nft.tokenId) }
    return isProofOf(proof, imgproxy, named, digest) ? digest : undefined
  }
  // It asks for the tiles of all visitors, from one address.
  const rateLimit = { allowList: (request: FastifyRequest) => digestForImgproxy(request) !== undefined }
  app.get('/api/nft/:contract/:tokenId/image', { config: { rateLimit } }, async (request, reply) => {
    const { retry, size, v } = parse(query, request.query)
    const { nft } = nftOfRequest(collections, parse(params, request.params))
    const digest = digestForImgproxy(request)
    const budget = size === 'original' && digest === undefined ? budgets.of(request.network) : null
    // Reserved as the largest there is, so that many at once get no more than one after the other.
    if (budget && !budget.take(maxImageBytes))
      throw new HttpError(429, 'too many originals: ask for a tile', { retryAfterS: 20 })
    let usedBytes = 0
    try {
      const wish = { again: retry === '1', version: isVersion(v) ? v : undefined }
      const { type, bytes, etag, version } = await pictures.get(nft, sizeOf(size), wish)
      // A 304 costs the server the reading as well.
      usedBytes = bytes.length
      if (digest !== undefined && etag !== etagOfDigest(digest)) throw new HttpError(404, 'the original is another one')
      reply.headers({ ...pictureHeaders, 'cache-control': cacheControl(v, version), etag })
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

const noMetadata: Pick<Metadata, 'name' | 'attributes'> & { readonly images?: undefined } = {
  name: null,
  attributes: [],
}

/** `GET /api/nft/{contract}/{tokenId}`: what a token's metadata says of it. Its number alone where that can't be read. */
export function nftHandlers(
  collections: readonly Collection[],
  { metadata: readMetadata, versions }: Pick<Images, 'metadata' | 'versions'>,
): Pick<Handlers, 'nft'> {
  return {
    async nft({ params }) {
      const { nft, collection } = nftOfRequest(collections, params)
      const metadata = await readMetadata(nft).catch((error: unknown) => {
        // As with its picture: an error would stand in the console of every visitor who sees the token.
        if (lackOfPicture(error) !== undefined) return noMetadata
        throw toHttpError(error)
      })
      // Another server may have read newer metadata.
      const version = (await versions.of(nft)) ?? (metadata.images && pictureVersion(metadata.images))
      const body = {
        success: true as const,
        contract: nft.contract,
        tokenId: String(nft.tokenId),
        name: metadata.name || `${collection.name} #${nft.tokenId}`,
        collectionName: collection.name,
        image: imageUrl(nft, '1024', version),
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
  readonly versions: PictureVersions
  readonly pictures: Pictures
  readonly drawCard: PictureWorkers['card']
  /** What the pictures kept on disk take. */
  cachedBytes(): Promise<number>
  /** Whether originals are fetched once for all servers; null where no server shares any. */
  areShared(): boolean | null
  /** Whether the bucket for originals is used; null where there is none. */
  isStoreUp(): boolean | null
  /** Whether imgproxy scales pictures; null where there is none. */
  isImgproxyUp(): boolean | null
  /** Ends the workers. */
  close(): void
}

type ImagesOptions = Omit<WorkerOptions, 'log'> &
  Pick<PictureParts, 'failed' | 'scaled'> & {
    /** Told how many pictures had to go from a store for newer ones. */
    readonly evicted?: (store: 'disk' | 'redis', count: number) => void
    readonly original?: (from: OriginalSource) => void
    readonly storeFailed?: (fault: StoreFault) => void
    readonly imgproxyFailed?: () => void
  }

/** What metadata and pictures are read and stored with. */
interface ImageParts {
  readonly chain: PublicClient
  readonly log: Logger
  readonly versions: PictureVersions
}

export async function openImages(
  { chain, log, versions }: ImageParts,
  config: ImageConfig,
  {
    failed,
    scaled,
    evicted = () => undefined,
    original = () => undefined,
    storeFailed = () => undefined,
    imgproxyFailed = () => undefined,
    ...options
  }: ImagesOptions = {},
): Promise<Images> {
  const readAsset = createAssetReader(createFetchAsset({ trustedOrigins: config.trustedOrigins }), config)
  const metadata = createMetadataReader(chain, readAsset, versions.renew)
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
  const store = config.store === null ? null : createOriginalStore({ config: config.store, log, failed: storeFailed })
  const imgproxy =
    config.imgproxy === null ? null : createImgproxy({ config: config.imgproxy, log, failed: imgproxyFailed })
  const pictures = createPictures({
    versions,
    async readVersion(nft) {
      const now = await metadata(nft)
      await versions.keep(nft, now)
      return pictureVersion(now.images)
    },
    fetchOriginal: createOriginalFetcher({ metadata, readAsset, shared, store, from: original }),
    workers,
    imgproxy,
    quarantine: createQuarantine(disk),
    disk,
    log,
    ...(failed ? { failed } : {}),
    ...(scaled ? { scaled } : {}),
  })
  return {
    metadata,
    versions,
    pictures,
    drawCard: (card, tiles) => workers.card(card, tiles),
    cachedBytes: disk.settled,
    areShared: () => shared && shared.isUp(),
    isStoreUp: () => store && store.isUp(),
    isImgproxyUp: () => imgproxy && imgproxy.isUp(),
    close() {
      shared?.close()
      store?.close()
      imgproxy?.close()
      workers.close()
    },
  }
}
