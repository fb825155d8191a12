import { collectionName, findCollection, type Collection, type Nft } from '@parley/domain'
import type { HeldNft } from './HeldNft.ts'

/** Longer ones hide what stands beside them. */
const maxNameLength = 80
/** Characters that are not seen, or turn the order of those around them. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u

/**
 * An NFT with what a tile shows of it. Collection and mark come from the registry alone, whoever tells of the NFT; the name of its
 * metadata is an addition, and one of an unknown contract is never shown (decisions S5, A5).
 */
export function describedNft(
  { contract, tokenId }: Nft,
  collections: readonly Collection[],
  told: { readonly name?: string | undefined; readonly image: string },
): HeldNft {
  const verified = findCollection(collections, contract) !== undefined
  const collection = collectionName(collections, contract)
  const { name } = told
  const isShown = verified && name && name.length <= maxNameLength && !unseen.test(name)
  return {
    contract,
    tokenId,
    name: isShown ? name : `${collection} #${tokenId}`,
    collectionName: collection,
    image: verified ? told.image : '',
    verified,
    escrowedBy: null,
  }
}

/** '#1204' */
export function idOf(nft: Pick<HeldNft, 'tokenId'>): string {
  return `#${nft.tokenId}`
}

/** The name without the id, which stands beside it: 'Dokyo #1204' is shown as 'Dokyo' and '#1204'. */
export function shownName(nft: Pick<HeldNft, 'name' | 'tokenId'>): string {
  const ending = ` ${idOf(nft)}`
  return nft.name.endsWith(ending) ? nft.name.slice(0, -ending.length) : nft.name
}

/** Whether it is called anything beside its collection and number. Without a name of its own the collection stands once, not twice. */
export function hasOwnName(nft: Pick<HeldNft, 'name' | 'tokenId' | 'collectionName'>): boolean {
  return shownName(nft) !== nft.collectionName
}
