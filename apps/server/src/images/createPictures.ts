import { hash } from 'node:crypto'
import { type Nft, nftKey } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { DiskCache, Quarantine } from './cache/diskCache.ts'
import type { Imgproxy } from './createImgproxy.ts'
import { createSingleFlight } from './cache/singleFlight.ts'
import { mayPass, PictureError, type PictureProblem } from './PictureError.ts'
import { sniffImageType, type ImageType } from './imageLimits.ts'
import type { PictureVersions } from './pictureVersion.ts'
import type { TileSize } from './workers/pictureJob.ts'
import type { PictureWorkers } from './workers/pictureWorkers.ts'

export type PictureSize = TileSize | 'original'

export interface Picture {
  readonly type: ImageType
  readonly bytes: Uint8Array
  /** Strong: equal for equal bytes. */
  readonly etag: string
  /** What it was made from: see `pictureVersion`. */
  readonly version: string
}

/** How a picture is requested. */
interface PictureWish {
  /** Forgets a remembered failure, at most once a minute for each NFT. */
  readonly again?: boolean
  /** The version in the address. If it is neither cached nor the current one, the current one is served. */
  readonly version?: string | undefined
}

export interface Pictures {
  /** The picture of an NFT. @throws {PictureError} */
  get(nft: Nft, size: PictureSize, wish?: PictureWish): Promise<Picture>
}

/** A picture as its host has it. */
export interface Original {
  readonly bytes: Uint8Array
  readonly version: string
}

/** What the pictures are made from. */
export interface PictureParts {
  readonly versions: Pick<PictureVersions, 'of'>
  /** Reads the version from the metadata. Throws {@link PictureError}. */
  readonly readVersion: (nft: Nft) => Promise<string>
  /** Fetches the original of a version, or of a newer one that the metadata names. Throws {@link PictureError}. */
  readonly fetchOriginal: (nft: Nft, version: string) => Promise<Original>
  readonly workers: Pick<PictureWorkers, 'tile'>
  /** Asked first, for all but drawings. */
  readonly imgproxy?: Pick<Imgproxy, 'tile'> | null
  readonly quarantine: Quarantine
  readonly disk: DiskCache
  readonly log: Pick<Logger, 'warn'>
  /** Told of every picture that can't be shown, once for each attempt. */
  readonly failed?: (problem: PictureProblem) => void
  /** Told of each tile that was made, and by what. */
  readonly scaled?: (engine: 'worker' | 'imgproxy') => void
  readonly nowMs?: () => number
}

/** A failure that may pass is asked about again this soon, one of the content this late. */
const passingFailureMs = 30_000
const lastingFailureMs = 10 * 60_000
const againEveryMs = 60_000
const maxFailures = 20_000
/** Keeps the most requested tiles in memory. */
const memoryBytes = 64 * 1024 * 1024
/** What each of them takes beside its bytes. Tiles can be as small as forty bytes. */
const entryBytes = 1_000
const fetchesAtOnce = 16
const maxWaiting = 2_000

interface Failure {
  readonly problem: PictureProblem
  readonly untilMs: number
  /** Another version is another picture. */
  readonly version: string | undefined
}

/**
 * Serves pictures from memory, from disk, or from the collection's source, in this order. Concurrent requests for a
 * picture share one fetch. Failures are cached for a while, so that a broken collection isn't fetched on every view.
 */
export function createPictures({
  versions,
  readVersion,
  fetchOriginal,
  workers,
  imgproxy = null,
  quarantine,
  disk,
  log,
  failed,
  scaled: told = () => undefined,
  nowMs = Date.now,
}: PictureParts): Pictures {
  const memory = new LRUCache<string, Picture>({
    maxSize: memoryBytes,
    sizeCalculation: ({ bytes }) => bytes.length + entryBytes,
  })
  const failures = new LRUCache<string, Failure>({ max: maxFailures })
  const askedAgainAtMs = new LRUCache<string, number>({ max: maxFailures })
  const fetches = createSingleFlight<Original>(fetchesAtOnce, maxWaiting)
  // The workers have a queue of their own.
  const renders = createSingleFlight<Uint8Array>(Number.POSITIVE_INFINITY, 0)

  function failureOf(key: string, version: string | undefined): Failure | undefined {
    const failure = failures.get(key)
    return failure && failure.version === version && failure.untilMs > nowMs() ? failure : undefined
  }

  function refuseIfFailed(key: string, version: string | undefined, again: boolean): void {
    const failure = failureOf(key, version)
    if (!failure) return
    const askedAgain = askedAgainAtMs.get(key) ?? Number.NEGATIVE_INFINITY
    if (!again || nowMs() - askedAgain < againEveryMs) throw new PictureError(failure.problem, 'remembered')
    askedAgainAtMs.set(key, nowMs())
    failures.delete(key)
  }

  function remember(key: string, version: string | undefined, error: unknown): PictureError {
    const failure = error instanceof PictureError ? error : new PictureError('notRendered', '', error)
    failed?.(failure.problem)
    if (failure.problem !== 'busy') {
      const lastsMs = mayPass(failure.problem) ? passingFailureMs : lastingFailureMs
      failures.set(key, { problem: failure.problem, untilMs: nowMs() + lastsMs, version })
      log.warn({ nft: key, problem: failure.problem, detail: failure.detail }, 'no picture')
    }
    return failure
  }

  async function original(nft: Nft, version: string): Promise<Original> {
    const place = placeOf(nft, version)
    const kept = await disk.get(`${place}/original`)
    if (kept) return { bytes: kept, version }
    return fetches.join(
      place,
      async () => {
        const fetched = await fetchOriginal(nft, version)
        if (!sniffImageType(fetched.bytes)) throw new PictureError('notAnImage')
        await disk.put(`${placeOf(nft, fetched.version)}/original`, fetched.bytes)
        return fetched
      },
      nft.contract,
    )
  }

  /** Queues for a worker only once the original is here, so slow gateways delay no other picture. */
  async function rendered(nft: Nft, size: TileSize, { bytes, version }: Original): Promise<Uint8Array> {
    const place = placeOf(nft, version)
    return renders.join(`${place}/${size}`, async () => {
      const written = await scaled(nft, size, { bytes, version })
      await disk.put(`${place}/${size}`, written)
      return written
    })
  }

  async function scaled(nft: Nft, size: TileSize, { bytes, version }: Original): Promise<Uint8Array> {
    const type = sniffImageType(bytes)
    if (!type) throw new PictureError('notAnImage')
    const digest = hash('sha256', bytes, 'base64url')
    // Drawings are programs, so they stay where neither network nor files are in reach.
    const made = type === 'image/svg+xml' ? undefined : await imgproxy?.tile(nft, size, { digest, version })
    if (made) {
      told('imgproxy')
      return made
    }
    await quarantine.check(digest)
    const reread = (): Promise<Uint8Array | undefined> => disk.get(`${placeOf(nft, version)}/original`)
    try {
      const written = await workers.tile({ collection: nft.contract, digest, type, size, bytes, reread })
      told('worker')
      return written
    } catch (error) {
      if (error instanceof PictureError && error.problem === 'killedWorker') await quarantine.add(digest)
      throw error
    }
  }

  /** A picture of this version from memory or disk. */
  async function kept(nft: Nft, size: PictureSize, version: string): Promise<Picture | undefined> {
    const place = `${placeOf(nft, version)}/${size}`
    const known = memory.get(place)
    if (known) return known
    const bytes = await disk.get(place)
    if (!bytes) return undefined
    return size === 'original' ? originalPicture({ bytes, version }) : keep(place, { bytes, version })
  }

  function keep(place: string, { bytes, version }: Original): Picture {
    // A slice would keep alive all that it was cut from: 64 kB, in Node's pool.
    const picture: Picture = { type: 'image/webp', bytes: Uint8Array.from(bytes), etag: etagOf(bytes), version }
    memory.set(place, picture)
    return picture
  }

  async function present(nft: Nft, size: PictureSize, known: string | undefined): Promise<Picture> {
    const version = known ?? (await readVersion(nft))
    const made = await kept(nft, size, version)
    if (made) return made
    const fetched = await original(nft, version)
    if (size === 'original') return originalPicture(fetched)
    // After a reveal, the newer version's tile may be cached already.
    const other = fetched.version === version ? undefined : await kept(nft, size, fetched.version)
    if (other) return other
    const bytes = await rendered(nft, size, fetched)
    return keep(`${placeOf(nft, fetched.version)}/${size}`, { bytes, version: fetched.version })
  }

  return {
    async get(nft, size, { again = false, version: wished } = {}) {
      // Only versions that the metadata has had are cached, so a made-up one is never found.
      const known = wished === undefined ? undefined : await kept(nft, size, wished)
      if (known) return known
      const noted = await versions.of(nft)
      // Another server may have noticed a reveal first.
      const version = wished === undefined || wished === noted ? noted : await versions.of(nft, true)
      const key = `${nft.contract}/${nft.tokenId}`
      refuseIfFailed(key, version, again)
      try {
        return await present(nft, size, version)
      } catch (error) {
        // By now its version may be known.
        const tried = await versions.of(nft)
        // Of many who wait for one picture, only the first tells and remembers.
        if (failureOf(key, tried) && error instanceof PictureError) throw error
        throw remember(key, tried, error)
      }
    },
  }
}

/** The cache key of a version of an NFT's picture. */
export function placeOf(nft: Nft, version: string): string {
  return `${nftKey(nft)}/${version}`
}

function originalPicture({ bytes, version }: Original): Picture {
  const type = sniffImageType(bytes)
  if (!type) throw new PictureError('notAnImage')
  return { type, bytes, etag: etagOf(bytes), version }
}

function etagOf(bytes: Uint8Array): string {
  return etagOfDigest(hash('sha256', bytes, 'base64url'))
}

/** @param digest SHA-256 in base64url. */
export function etagOfDigest(digest: string): string {
  return `"${digest.slice(0, 22)}"`
}
