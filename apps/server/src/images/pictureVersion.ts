import { hash } from 'node:crypto'
import type { Nft } from '@parley/domain'
import type { Metadata } from './createMetadataReader.ts'
import { parseAssetUri } from './net/createAssetReader.ts'

/** The version of each NFT's picture, by its metadata as last read. Shared by all servers of a database. */
export interface PictureVersions {
  /**
   * Undefined until the NFT's picture or name was requested once. Never rejects.
   *
   * @param now asks the database, even if the version is cached.
   */
  of(nft: Nft, now?: boolean): Promise<string | undefined>
  /** Stores the version of a picture that is about to be cached. Never rejects. */
  keep(nft: Nft, metadata: Metadata): Promise<void>
  /** Replaces a stored version after a reveal or a correction. Never rejects. */
  renew(nft: Nft, metadata: Metadata): Promise<void>
}

/** Lower case, since a cache may ignore the case of an address. */
const form = /^[im][0-9a-z]{9}$/
const digestChars = 9
/** As many bits as fit. */
const digestHexChars = 11

/**
 * The version of a picture: a digest of the places that the metadata names (decision P9).
 *
 * It begins with `i` (immutable) if the place is addressed by its content, and with `m` (mutable) if the bytes there can change
 * without the metadata.
 */
export function pictureVersion(images: readonly string[]): string {
  const places = [...new Set(images)]
  // Among several, the first that works is shown, which may be another one tomorrow.
  const [only = ''] = places
  const mark = places.length === 1 && isContentAddressed(only) ? 'i' : 'm'
  const digest = hash('sha256', JSON.stringify(places), 'hex').slice(0, digestHexChars)
  return mark + Number.parseInt(digest, 16).toString(36).padStart(digestChars, '0')
}

/** Whether the picture of this version can never change. */
export function isLasting(version: string): boolean {
  return version.startsWith('i')
}

/** Whether a text has the form of a version. */
export function isVersion(text: string | undefined): text is string {
  return text !== undefined && form.test(text)
}

/** `data:`, and content ids read through the operator's gateways. A gateway that the collection names may answer anything. */
function isContentAddressed(place: string): boolean {
  if (/^\s*(data:|<)/i.test(place)) return true
  if (/^\s*ipns:/i.test(place)) return false
  try {
    const source = parseAssetUri(place)
    if (source.kind === 'inline' || source.kind === 'web') return source.kind === 'inline'
    // An id that begins with k can be an IPNS name, which can be pointed elsewhere.
    return source.alternative === undefined && !source.path.startsWith('k')
  } catch {
    return false
  }
}
