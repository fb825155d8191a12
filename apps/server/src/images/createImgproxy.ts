import { createHmac } from 'node:crypto'
import { type Nft, nftKey } from '@parley/domain'
import type { Logger } from 'pino'
import { createBreaker } from '../lib/breaker.ts'
import { readUpTo } from '../lib/readUpTo.ts'
import { isSameSecret } from '../lib/sameSecret.ts'
import { smallTileBytes, sniffImageType, workLimits } from './imageLimits.ts'
import type { TileSize } from './workers/pictureJob.ts'

/** An imgproxy, and where it reaches these servers. Addresses end with a slash. */
export interface ImgproxyConfig {
  readonly url: string
  readonly key: Buffer
  readonly salt: Buffer
  readonly sourceUrl: string
}

/** Identifies the original to scale. Any server finds it by its version. */
interface SourceOriginal {
  readonly digest: string
  readonly version: string
}

/** Scales pictures outside of this server. */
export interface Imgproxy {
  /**
   * A WebP tile. Undefined where imgproxy can't make it, or is away: then a worker has to. Never rejects.
   *
   * @param original that is on this server's disk.
   */
  tile(nft: Nft, size: TileSize, original: SourceOriginal): Promise<Uint8Array | undefined>
  isUp(): boolean
  close(): void
}

interface ImgproxyOptions {
  readonly config: ImgproxyConfig
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly failed: () => void
}

/** As the workers write them. */
const quality = 75
/** Its own time-out is ten seconds. */
const answerTimeoutMs = 12_000
const unprocessable = 422

/** imgproxy gets originals from these servers alone, which have checked where they came from. */
export function createImgproxy({ config, log, failed }: ImgproxyOptions): Imgproxy {
  const breaker = createBreaker({
    probe: async () => {
      const response = await fetch(`${config.url}health`, { signal: AbortSignal.timeout(answerTimeoutMs) })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`health check: status ${response.status}`)
    },
    log,
    name: 'imgproxy',
    without: 'workers scale all pictures',
  })
  return {
    async tile(nft, size, original) {
      const lightest = size === 256 ? `/mb:${smallTileBytes}` : ''
      const options = `/rs:fit:${size}:${size}:0/q:${quality}${lightest}`
      const path = signedPath(config, `${options}/${base64url(sourceOf(config, nft, original))}.webp`)
      const tile = await breaker.run(
        () => scaled(config.url + path.slice(1)),
        () => failed(),
      )
      return tile ?? undefined
    },
    isUp: breaker.isUp,
    close: breaker.close,
  }
}

/** Null for a picture that it can't decode, which is no fault of its own. */
async function scaled(url: string): Promise<Uint8Array | null> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(answerTimeoutMs) })
  if (!response.ok) {
    await response.body?.cancel()
    if (response.status === unprocessable) return null
    throw new Error(`status ${response.status}`)
  }
  const bytes = await readUpTo(response, workLimits.answerBytes)
  if (bytes === null || sniffImageType(bytes) !== 'image/webp') throw new Error('it answered with no tile')
  return bytes
}

/** A path that imgproxy takes: an HMAC over salt and path, in front of the path. */
export function signedPath({ key, salt }: Pick<ImgproxyConfig, 'key' | 'salt'>, path: string): string {
  return `/${createHmac('sha256', key).update(salt).update(path).digest('base64url')}${path}`
}

/** Where imgproxy gets this original, and no other: the route checks digest and proof. */
export function sourceOf(
  { key, sourceUrl }: Pick<ImgproxyConfig, 'key' | 'sourceUrl'>,
  nft: Nft,
  { digest, version }: SourceOriginal,
): string {
  const query = new URLSearchParams({ size: 'original', v: version, digest, proof: proofOf(key, nft, digest) })
  return `${sourceUrl}api/nft/${nft.contract}/${nft.tokenId}/image?${query}`
}

/** Shows that a request for an original is imgproxy's, which no visitor's allowance counts. */
function proofOf(key: Buffer, nft: Nft, digest: string): string {
  return createHmac('sha256', key)
    .update(`parley source\n${nftKey(nft)}\n${digest}`)
    .digest('base64url')
}

export function isProofOf(proof: string, { key }: Pick<ImgproxyConfig, 'key'>, nft: Nft, digest: string): boolean {
  return isSameSecret(proof, proofOf(key, nft, digest))
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
