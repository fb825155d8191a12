import type { Nft } from '@parley/domain'
import type { OriginalStore } from './cache/originalStore.ts'
import type { SharedOriginals } from './cache/sharedOriginals.ts'
import type { Metadata, ReadMetadata } from './createMetadataReader.ts'
import { type Original, placeOf } from './createPictures.ts'
import { maxImageBytes, sniffImageType } from './imageLimits.ts'
import type { ReadAsset } from './net/createAssetReader.ts'
import { PictureError } from './PictureError.ts'
import { pictureVersion } from './pictureVersion.ts'

/** Where an original came from: its collection's host or a gateway, Redis, or the bucket. */
export type OriginalSource = 'host' | 'redis' | 'store'

interface OriginalSources {
  readonly metadata: ReadMetadata
  readonly readAsset: ReadAsset
  /** Null where no server shares any. */
  readonly shared: SharedOriginals | null
  readonly store: OriginalStore | null
  /** Called for each original that Redis didn't have. */
  readonly from: (source: OriginalSource) => void
}

/**
 * Fetches the original of a version: from Redis, else from the bucket, else from its host into both.
 *
 * Both key it by version, so an old picture never passes for the new one. If the metadata names another picture by now, that
 * one is fetched. Throws {@link PictureError}.
 */
export function createOriginalFetcher({ metadata, readAsset, shared, store, from }: OriginalSources) {
  /** @throws {RevealedError} */
  async function metadataOf(nft: Nft, version: string): Promise<Metadata> {
    const known = await metadata(nft)
    if (pictureVersion(known.images) === version) return known
    const now = await metadata(nft, true)
    if (pictureVersion(now.images) === version) return now
    throw new RevealedError(now)
  }

  async function fetchHere(nft: Nft, version: string, now?: Metadata): Promise<Uint8Array> {
    const place = placeOf(nft, version)
    const stored = await store?.get(place)
    const bytes = stored ?? (await firstPicture(now ?? (await metadataOf(nft, version)), readAsset))
    from(stored ? 'store' : 'host')
    if (!stored) await store?.put(place, bytes)
    return bytes
  }

  async function fetchVersion(nft: Nft, version: string, now?: Metadata): Promise<Original> {
    const fetch = (): Promise<Uint8Array> => fetchHere(nft, version, now)
    return { version, bytes: shared ? await shared.fetch(placeOf(nft, version), fetch) : await fetch() }
  }

  return async function fetchOriginal(nft: Nft, version: string): Promise<Original> {
    try {
      return await fetchVersion(nft, version)
    } catch (error) {
      if (!(error instanceof RevealedError)) throw error
      return fetchVersion(nft, pictureVersion(error.metadata.images), error.metadata)
    }
  }
}

/** The metadata names another picture than when the version was stored. Servers that wait for this one ask again. */
class RevealedError extends PictureError {
  readonly metadata: Metadata

  constructor(metadata: Metadata) {
    super('busy', 'another picture by now')
    this.metadata = metadata
  }
}

/** The first of the places named in the metadata that holds a picture. Throws {@link PictureError}. */
async function firstPicture({ images }: Metadata, readAsset: ReadAsset): Promise<Uint8Array> {
  let failure: unknown = new PictureError('badMetadata', 'names no picture')
  for (const uri of images) {
    try {
      const bytes = await readAsset(uri, maxImageBytes)
      if (sniffImageType(bytes)) return bytes
      failure = new PictureError('notAnImage', uri.slice(0, 80))
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
