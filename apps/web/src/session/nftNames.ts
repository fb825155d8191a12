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
