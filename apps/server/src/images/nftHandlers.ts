import { imageUrl } from '@parley/protocol'
import type { Collection } from '@parley/domain'
import type { Handlers } from '../http/handlers.ts'
import type { ReadMetadata } from './createMetadataReader.ts'
import { httpErrorOf } from './httpErrorOf.ts'
import { nftOfRequest } from './nftOfRequest.ts'

/** `GET /api/nft/{contract}/{tokenId}`: what a token's metadata says of it. */
export function nftHandlers(collections: readonly Collection[], readMetadata: ReadMetadata): Pick<Handlers, 'nft'> {
  return {
    async nft({ params }) {
      const { nft, collection } = nftOfRequest(collections, params)
      const metadata = await readMetadata(nft).catch((error: unknown) => {
        throw httpErrorOf(error)
      })
      const body = {
        success: true as const,
        contract: nft.contract,
        tokenId: String(nft.tokenId),
        name: metadata.name || `${collection.name} #${nft.tokenId}`,
        collectionName: collection.name,
        image: imageUrl(nft, '1024'),
        attributes: [...metadata.attributes],
      }
      return { status: 200, body }
    },
  }
}
