import { findCollection, type Address, type Collection, type Nft } from '@parley/domain'
import { HttpError } from '../http/httpError.ts'

/** The NFT that a path names, if its collection is one of the registry (decision A5). @throws {HttpError} 404 */
export function nftOfRequest(
  collections: readonly Collection[],
  { contract, tokenId }: { contract: Address; tokenId: string },
): { nft: Nft; collection: Collection } {
  const collection = findCollection(collections, contract)
  if (!collection) throw new HttpError(404, 'not a collection that is served here', { field: 'contract' })
  return { nft: { contract: collection.address, tokenId: BigInt(tokenId) }, collection }
}
