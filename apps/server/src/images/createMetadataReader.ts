import { nftKey, type Nft } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import type { PublicClient } from 'viem'
import { createFlights } from './cache/createFlights.ts'
import { parseMetadata, type Metadata } from './metadata/parseMetadata.ts'
import { readTokenUri } from './metadata/readTokenUri.ts'
import type { ReadAsset } from './net/createAssetReader.ts'
import { PictureError } from './PictureError.ts'
import { sniffImageType } from './picture/sniffImageType.ts'

/** A token's metadata. Throws {@link PictureError}. */
export type ReadMetadata = (nft: Nft) => Promise<Metadata>

const maxMetadataBytes = 4 * 1024 * 1024
/** Cache time: collections reveal and correct their metadata. */
const freshMs = 10 * 60_000
/** Of all that is kept. */
const maxKeptChars = 16_000_000
/** What each takes beside its text. */
const entryChars = 1_000
/** Metadata with embedded pictures can be large. Larger entries aren't cached. */
const maxEntryChars = 100_000
const atOnce = 16
const maxWaiting = 2_000

interface Kept {
  readonly metadata: Metadata
  readonly chars: number
  readonly untilMs: number
}

export function createMetadataReader(chain: PublicClient, readAsset: ReadAsset): ReadMetadata {
  const kept = new LRUCache<string, Kept>({ maxSize: maxKeptChars, sizeCalculation: ({ chars }) => chars + entryChars })
  const flights = createFlights<Metadata>(atOnce, maxWaiting)

  async function read(nft: Nft): Promise<Metadata> {
    const uri = await readTokenUri(chain, nft)
    const bytes = await readAsset(uri, maxMetadataBytes)
    // A few contracts name the picture itself where the metadata should be.
    const metadata = sniffImageType(bytes) ? { name: null, attributes: [], images: [uri] } : parseMetadata(bytes)
    const chars = JSON.stringify(metadata).length
    if (chars <= maxEntryChars) kept.set(nftKey(nft), { metadata, chars, untilMs: Date.now() + freshMs })
    return metadata
  }

  return async function readMetadata(nft) {
    const known = kept.get(nftKey(nft))
    return known && known.untilMs > Date.now()
      ? known.metadata
      : flights.join(nftKey(nft), () => read(nft), nft.contract)
  }
}

/** The first of the places named in the metadata that holds a picture. Throws {@link PictureError}. */
export function createOriginalFetcher(readMetadata: ReadMetadata, readAsset: ReadAsset, maxBytes: number) {
  return async function fetchOriginal(nft: Nft): Promise<Uint8Array> {
    const { images } = await readMetadata(nft)
    let failure: unknown = new PictureError('badMetadata', 'names no picture')
    for (const uri of images) {
      try {
        const bytes = await readAsset(uri, maxBytes)
        if (sniffImageType(bytes)) return bytes
        failure = new PictureError('notAnImage', uri.slice(0, 80))
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}
