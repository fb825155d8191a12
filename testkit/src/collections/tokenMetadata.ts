import { collectionRow } from './collectionRow.ts'
import { contentId } from './contentId.ts'
import { drawToken } from '../art/drawToken.ts'
import type { DemoCollection } from './demoCollections.ts'
import { tokenTitle } from './tokenTitle.ts'

export interface TokenMetadata {
  readonly name: string
  readonly description: string
  readonly image?: string
  readonly image_data?: string
}

/** A token's metadata JSON, with picture URLs below `artUrl`. */
export function tokenMetadata(collection: DemoCollection, tokenId: number, artUrl: string): TokenMetadata {
  const { name } = collectionRow(collection.key)
  const words = {
    name: `${tokenTitle(collection, tokenId)} #${tokenId}`,
    description: `${name}, a demonstration collection of the local world.`,
  }
  const { uri } = collection
  if (uri.kind === 'ipfs') return { ...words, image: `ipfs://${contentId(collection.key)}/${tokenId}.${uri.picture}` }
  const picture = uri.kind === 'http' ? uri.picture : 'svg'
  if (picture === 'image_data') return { ...words, image_data: drawToken(collection.key, tokenId) }
  return { ...words, image: `${artUrl}/${collection.key}/${tokenId}.${picture}` }
}

/** The metadata with an embedded picture, as a `data:` URI that needs no server. */
export function storedTokenUri(collection: DemoCollection, tokenId: number, encoding: 'base64' | 'utf8'): string {
  const { name, description } = tokenMetadata(collection, tokenId, '')
  const svg = drawToken(collection.key, tokenId)
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  if (encoding === 'base64') {
    const json = JSON.stringify({ name, description, image: `data:image/svg+xml;base64,${base64(svg)}` })
    return `data:application/json;base64,${base64(json)}`
  }
  return `data:application/json;utf8,${JSON.stringify({ name, description, image: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` })}`
}
