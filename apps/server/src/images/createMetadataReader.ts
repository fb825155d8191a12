import { isRevert } from '@parley/chain'
import { type Nft, nftKey } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import { decodeFunctionResult, encodeFunctionData, erc721Abi, type PublicClient } from 'viem'
import { z } from 'zod'
import { PictureError } from './PictureError.ts'
import { createSingleFlight } from './cache/singleFlight.ts'
import type { ReadAsset } from './net/createAssetReader.ts'
import { sniffImageType } from './imageLimits.ts'

/**
 * A token's metadata. Throws {@link PictureError}.
 *
 * @param again asks chain and host, even if the metadata is cached.
 */
export type ReadMetadata = (nft: Nft, again?: boolean) => Promise<Metadata>

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

export function createMetadataReader(
  chain: PublicClient,
  readAsset: ReadAsset,
  /** Called with everything that was read, before it is returned. */
  onRead: (nft: Nft, metadata: Metadata) => Promise<void> = async () => undefined,
): ReadMetadata {
  const kept = new LRUCache<string, Kept>({ maxSize: maxKeptChars, sizeCalculation: ({ chars }) => chars + entryChars })
  const flights = createSingleFlight<Metadata>(atOnce, maxWaiting)

  async function read(nft: Nft): Promise<Metadata> {
    const uri = await readTokenUri(chain, nft)
    const bytes = await readAsset(uri, maxMetadataBytes)
    // A few contracts name the picture itself where the metadata should be.
    const metadata = sniffImageType(bytes) ? { name: null, attributes: [], images: [uri] } : parseMetadata(bytes)
    const chars = JSON.stringify(metadata).length
    if (chars <= maxEntryChars) kept.set(nftKey(nft), { metadata, chars, untilMs: Date.now() + freshMs })
    await onRead(nft, metadata)
    return metadata
  }

  return async function readMetadata(nft, again = false) {
    const key = nftKey(nft)
    const known = again ? undefined : kept.get(key)
    return known && known.untilMs > Date.now()
      ? known.metadata
      : flights.join(again ? `${key} again` : key, () => read(nft), nft.contract)
  }
}

/** A data URI with its picture inside can be long; longer than this is an attack on memory. */
const maxAnswerChars = 8 * 1024 * 1024

/** What the contract says about where a token's metadata is. @throws {PictureError} `noToken` or `chain` */
async function readTokenUri(chain: PublicClient, { contract, tokenId }: Nft): Promise<string> {
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'tokenURI', args: [tokenId] })
  const answer = await chain
    .request({ method: 'eth_call', params: [{ to: contract, data }, 'latest'] })
    .catch((error: unknown) => {
      throw new PictureError(isRevert(error) ? 'noToken' : 'chain', `${contract}/${tokenId}`, error)
    })
  if (answer.length > maxAnswerChars) throw new PictureError('tooLarge', `${contract}/${tokenId}`)
  try {
    return decodeFunctionResult({ abi: erc721Abi, functionName: 'tokenURI', data: answer })
  } catch (error) {
    throw new PictureError('noToken', `${contract}/${tokenId}`, error)
  }
}

/** The part of a token's metadata that the product shows. Untrusted text: plain, truncated, never markup. */
export interface Metadata {
  readonly name: string | null
  readonly attributes: readonly { readonly trait: string; readonly value: string }[]
  /** Where a picture may be, the likeliest first. */
  readonly images: readonly string[]
}

const maxNameChars = 200
const maxAttributes = 100
const maxTextChars = 500

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const textOrNothing = text.optional().catch(undefined)
const attribute = z.object({ trait_type: textOrNothing, value: text })

const schema = z.object({
  name: textOrNothing,
  image: textOrNothing,
  image_url: textOrNothing,
  image_data: textOrNothing,
  animation_url: textOrNothing,
  attributes: z.array(z.unknown()).optional().catch(undefined),
})

/** Reads the JSON of a token. One wrong field costs that field. @throws {PictureError} `badMetadata` */
function parseMetadata(bytes: Uint8Array): Metadata {
  const parsed = schema.safeParse(parseJson(bytes))
  if (!parsed.success) throw new PictureError('badMetadata')
  const { name, image, image_url, image_data, animation_url, attributes = [] } = parsed.data
  return {
    name: name === undefined ? null : plain(name, maxNameChars),
    images: [image, image_url, image_data, animation_url]
      .filter((uri) => uri !== undefined && uri.trim() !== '')
      .map(String),
    attributes: attributes.slice(0, maxAttributes).flatMap((entry) => {
      const read = attribute.safeParse(entry)
      if (!read.success) return []
      return [{ trait: plain(read.data.trait_type ?? '', maxTextChars), value: plain(read.data.value, maxTextChars) }]
    }),
  }
}

/** Control and direction characters can make one name look like another. */
function plain(value: string, maxChars: number): string {
  return value
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (char) => (char === '\u200d' ? char : ''))
    .trim()
    .slice(0, maxChars)
}

/** JSON nested 100,000 deep overflows the parser's stack, which is an answer too. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw new PictureError('badMetadata', '', error)
  }
}
