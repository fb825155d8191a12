import type { HeldNft } from './HeldNft.ts'

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
