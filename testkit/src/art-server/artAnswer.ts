import sharp from 'sharp'
import { drawToken, isCollectionKey, type CollectionKey } from '../art/drawToken.ts'
import { contentId } from '../collections/contentId.ts'
import { demoCollections } from '../collections/demoCollections.ts'
import { tokenMetadata } from '../collections/tokenMetadata.ts'

export interface ArtAnswer {
  readonly type: string
  readonly body: string | Buffer
}

const pictureSizePx = 800
const maxTokenId = 100_000

const keyOfContent = new Map(demoCollections.map(({ key }) => [`ipfs/${contentId(key)}`, key]))

/**
 * Answers `/{collection}/{id}` with suffix `.json`, `.svg`, `.png`, `.webp` or none. Also under `/ipfs/{content
 * id}/`, like a gateway. Undefined for other paths.
 */
export async function artAnswer(path: string, origin: string): Promise<ArtAnswer | undefined> {
  const [, folder = '', digits = '', form = 'json'] =
    /^\/((?:ipfs\/)?[a-z0-9-]+)\/(\d{1,6})(?:\.(json|svg|png|webp))?$/.exec(path) ?? []
  const key = keyOfContent.get(folder) ?? folder
  const tokenId = Number(digits)
  if (!isCollectionKey(key) || digits === '' || tokenId > maxTokenId) return undefined
  if (form === 'json') return metadata(key, tokenId, origin)
  const svg = drawToken(key, tokenId)
  if (form === 'svg') return { type: 'image/svg+xml', body: svg }
  const picture = sharp(Buffer.from(svg)).resize(pictureSizePx, pictureSizePx)
  return form === 'png'
    ? { type: 'image/png', body: await picture.png().toBuffer() }
    : { type: 'image/webp', body: await picture.webp({ quality: 88 }).toBuffer() }
}

function metadata(key: CollectionKey, tokenId: number, origin: string): ArtAnswer | undefined {
  const collection = demoCollections.find((row) => row.key === key)
  if (!collection) return undefined
  return { type: 'application/json', body: JSON.stringify(tokenMetadata(collection, tokenId, origin)) }
}
