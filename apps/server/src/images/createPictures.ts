import { hash } from 'node:crypto'
import type { Nft } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { DiskCache, Quarantine } from './cache/diskCache.ts'
import type { Imgproxy } from './createImgproxy.ts'
import { createSingleFlight } from './cache/singleFlight.ts'
import { mayPass, PictureError, type PictureProblem } from './PictureError.ts'
import { sniffImageType, type ImageType } from './imageLimits.ts'
import type { PictureWorkers } from './workers/pictureWorkers.ts'

export type PictureSize = 256 | 512 | 1024 | 'original'

export interface Picture {
  readonly type: ImageType
  readonly bytes: Uint8Array
  /** Strong: equal for equal bytes. */
  readonly etag: string
}

export interface Pictures {
  /**
   * The picture of an NFT.
   *
   * @param again forgets a remembered failure, at most once a minute for each NFT.
   * @throws {PictureError}
   */
  get(nft: Nft, size: PictureSize, again: boolean): Promise<Picture>
}

/** What the pictures are made from. */
export interface PictureParts {
  /** Fetches the original. Throws {@link PictureError}. */
  readonly fetchOriginal: (nft: Nft) => Promise<Uint8Array>
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
}

/**
 * Serves pictures from memory, from disk, or from the collection's source, in this order. Concurrent requests for a
 * picture share one fetch. Failures are cached for a while, so that a broken collection isn't fetched on every view.
 */
export function createPictures({
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
  const fetches = createSingleFlight<Uint8Array>(fetchesAtOnce, maxWaiting)
  // The workers have a queue of their own.
  const renders = createSingleFlight<Uint8Array>(Number.POSITIVE_INFINITY, 0)

  function refuseIfFailed(key: string, again: boolean): void {
    const failure = failures.get(key)
    if (!failure || failure.untilMs <= nowMs()) return
    const askedAgain = askedAgainAtMs.get(key) ?? Number.NEGATIVE_INFINITY
    if (!again || nowMs() - askedAgain < againEveryMs) throw new PictureError(failure.problem, 'remembered')
    askedAgainAtMs.set(key, nowMs())
    failures.delete(key)
  }

  function remember(key: string, error: unknown): PictureError {
    const failure = error instanceof PictureError ? error : new PictureError('notRendered', '', error)
    failed?.(failure.problem)
    if (failure.problem !== 'busy') {
      const lastsMs = mayPass(failure.problem) ? passingFailureMs : lastingFailureMs
      failures.set(key, { problem: failure.problem, untilMs: nowMs() + lastsMs })
      log.warn({ nft: key, problem: failure.problem, detail: failure.detail }, 'no picture')
    }
    return failure
  }

  async function original(nft: Nft, key: string): Promise<Uint8Array> {
    return (
      (await disk.get(`${key}/original`)) ??
      fetches.join(
        key,
        async () => {
          const bytes = await fetchOriginal(nft)
          if (!sniffImageType(bytes)) throw new PictureError('notAnImage')
          await disk.put(`${key}/original`, bytes)
          return bytes
        },
        nft.contract,
      )
    )
  }

  /** Queues for a worker only once the original is here, so slow gateways delay no other picture. */
  async function rendered(nft: Nft, key: string, size: Exclude<PictureSize, 'original'>): Promise<Uint8Array> {
    const bytes = await original(nft, key)
    const tileKey = `${key}/${size}`
    return renders.join(tileKey, async () => {
      const written = await scaled(nft, { key, bytes, size })
      await disk.put(tileKey, written)
      return written
    })
  }

  async function scaled(
    nft: Nft,
    { key, bytes, size }: { key: string; bytes: Uint8Array; size: Exclude<PictureSize, 'original'> },
  ): Promise<Uint8Array> {
    const type = sniffImageType(bytes)
    if (!type) throw new PictureError('notAnImage')
    const digest = hash('sha256', bytes, 'base64url')
    // Drawings are programs, so they stay where neither network nor files are in reach.
    const made = type === 'image/svg+xml' ? undefined : await imgproxy?.tile(nft, size, digest)
    if (made) {
      told('imgproxy')
      return made
    }
    await quarantine.check(digest)
    const reread = (): Promise<Uint8Array | undefined> => disk.get(`${key}/original`)
    try {
      const written = await workers.tile({ collection: nft.contract, digest, type, size, bytes, reread })
      told('worker')
      return written
    } catch (error) {
      if (error instanceof PictureError && error.problem === 'killedWorker') await quarantine.add(digest)
      throw error
    }
  }

  async function tile(nft: Nft, key: string, size: Exclude<PictureSize, 'original'>): Promise<Picture> {
    const tileKey = `${key}/${size}`
    const known = memory.get(tileKey)
    if (known) return known
    const bytes = (await disk.get(tileKey)) ?? (await rendered(nft, key, size))
    // A slice would keep alive all that it was cut from: 64 kB, in Node's pool.
    const picture: Picture = { type: 'image/webp', bytes: Uint8Array.from(bytes), etag: etagOf(bytes) }
    memory.set(tileKey, picture)
    return picture
  }

  return {
    async get(nft, size, again) {
      const key = `${nft.contract}/${nft.tokenId}`
      refuseIfFailed(key, again)
      try {
        if (size !== 'original') return await tile(nft, key, size)
        const bytes = await original(nft, key)
        const type = sniffImageType(bytes)
        if (!type) throw new PictureError('notAnImage')
        return { type, bytes, etag: etagOf(bytes) }
      } catch (error) {
        // Of many who wait for one picture, only the first tells and remembers.
        const failed = failures.get(key)
        if (failed && failed.untilMs > nowMs() && error instanceof PictureError) throw error
        throw remember(key, error)
      }
    },
  }
}

function etagOf(bytes: Uint8Array): string {
  return etagOfDigest(hash('sha256', bytes, 'base64url'))
}

/** @param digest SHA-256 in base64url. */
export function etagOfDigest(digest: string): string {
  return `"${digest.slice(0, 22)}"`
}
