import { collectionName, findCollection, type Collection, type Nft } from '@parley/domain'
import type { HeldNft } from './drafts.ts'
import { gridText } from '../text/swap.ts'

/** Longer names would hide the text beside them. */
const maxNameLength = 80
/** Characters that are not seen, or turn the order of those around them. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u

/**
 * An NFT with the data of its tile. Collection and mark come only from the registry; a metadata name is optional, and
 * never shown for unknown contracts (decisions S5, A5).
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

/** The name without the id, which is shown beside it: 'Dokyo #1204' becomes 'Dokyo' and '#1204'. */
export function shownName(nft: Pick<HeldNft, 'name' | 'tokenId'>): string {
  const ending = ` ${idOf(nft)}`
  return nft.name.endsWith(ending) ? nft.name.slice(0, -ending.length) : nft.name
}

/** Whether it has a name besides its collection and number. Otherwise the collection is shown only once. */
export function hasOwnName(nft: Pick<HeldNft, 'name' | 'tokenId' | 'collectionName'>): boolean {
  return shownName(nft) !== nft.collectionName
}

/** What a print or a row shows of an NFT. */
interface NftItem {
  readonly image: string
  readonly missingLabel: string
  readonly name: string | null
  readonly series: string
  readonly verified: boolean
  readonly sealLabel: string
  readonly id: string
  readonly origin: string
}

export function toNftView(nft: HeldNft, missingLabel: string): NftItem {
  return {
    image: nft.image,
    missingLabel,
    name: hasOwnName(nft) ? shownName(nft) : null,
    series: nft.collectionName,
    verified: nft.verified,
    sealLabel: nft.verified ? gridText.verified : gridText.unverified,
    id: idOf(nft),
    origin: nft.contract,
  }
}
