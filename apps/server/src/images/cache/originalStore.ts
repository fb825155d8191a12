import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { createBreaker } from '../../lib/breaker.ts'
import { isSameSecret } from '../../lib/sameSecret.ts'
import { maxImageBytes } from '../imageLimits.ts'
import { type BucketConfig, openBucket } from './bucket.ts'

/** Originals that outlive a server and its disk. All servers of a site have the same. */
export interface OriginalStore {
  /** Undefined where there is none that a server put there, and while the store is away. Never rejects. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Never rejects. A store that is away goes without. */
  put(key: string, bytes: Uint8Array): Promise<void>
  isUp(): boolean
  close(): void
}

/** What went wrong with the store: a request, or an object that no server of this site wrote. */
export type StoreFault = 'read' | 'write' | 'foreign'

interface OriginalStoreOptions {
  readonly config: BucketConfig
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly failed: (fault: StoreFault) => void
  readonly nowMs?: () => number
}

/** The header under which a store keeps metadata of ours. */
const seal = 'x-amz-meta-parley-seal'
/** Collections reveal and correct their pictures. An older original is fetched from its host again. */
const lastsMs = 30 * 86_400_000

/** Keeps originals in a bucket of an S3 API. Each carries a seal, so nothing else in the bucket is taken for one. */
export function createOriginalStore({ config, log, failed, nowMs = Date.now }: OriginalStoreOptions): OriginalStore {
  const bucket = openBucket(config)
  const breaker = createBreaker({
    probe: bucket.probe,
    log,
    name: 'The picture store',
    without: 'originals come from their hosts',
  })

  /** The place is part of it: one NFT's picture in the place of another's is foreign as well. */
  const sealOf = (name: string, bytes: Uint8Array): string =>
    createHmac('sha256', config.secret).update(`parley original\n${name}\n`).update(bytes).digest('base64url')

  return {
    async get(key) {
      const name = nameOf(key)
      const found = await breaker.run(
        () => bucket.get(name, maxImageBytes),
        () => failed('read'),
      )
      if (!found) return undefined
      const { bytes, headers } = found
      if (bytes === null || !isSameSecret(headers.get(seal) ?? '', sealOf(name, bytes))) {
        failed('foreign')
        log.warn({ name }, 'the picture store holds something that no server of this site put there')
        return undefined
      }
      // A date that can't be read is no reason to fetch again.
      const isOld = nowMs() - Date.parse(headers.get('last-modified') ?? '') > lastsMs
      return isOld ? undefined : bytes
    },
    async put(key, bytes) {
      const name = nameOf(key)
      await breaker.run(
        () => bucket.put(name, bytes, { [seal]: sealOf(name, bytes) }),
        () => failed('write'),
      )
    },
    isUp: breaker.isUp,
    close: breaker.close,
  }
}

function nameOf(key: string): string {
  return `originals/${key}`
}
